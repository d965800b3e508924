// Direction controls and quotes end a link, so that the shown address is the one it leads to.
const LINK = /https?:\/\/[^\s<>"'\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const TRAILING = /(?<![).,;:!?\]}])[).,;:!?\]}]+$/;

/** A message as text. Addresses become links; nothing is parsed as markup. */
export function MessageText({
  text,
  lang,
}: {
  text: string;
  /** The text's language, if known. */
  lang?: string | null | undefined;
}) {
  const parts: (string | { href: string })[] = [];
  let end = 0;
  for (const found of text.matchAll(LINK)) {
    const href = found[0].replace(TRAILING, '');
    parts.push(text.slice(end, found.index), { href });
    end = found.index + href.length;
  }
  parts.push(text.slice(end));
  return (
    <bdi class="text" dir="auto" lang={lang ?? undefined}>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.href}
          </a>
        ),
      )}
    </bdi>
  );
}
