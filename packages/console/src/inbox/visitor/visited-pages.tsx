import { useEffect, useState } from 'preact/hooks';
import { parseAddress } from '../../browser/address';
import type { PageVisit } from '@chat-relay/server/wire/visitors';
import type { Row } from '@chat-relay/desk/wire';
import { Time } from '../../ui/time';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';

/** The last pages that the visitor opened, the current one first. */
export function VisitedPages({ inbox, row }: { inbox: Inbox; row: Row }) {
  const { inbox: text } = useLanguage().words;
  const { conversation_id: id, page } = row;
  const [pages, setPages] = useState<readonly PageVisit[]>([]);

  useEffect(() => {
    let isStale = false;
    setPages((known) => (page ? [page, ...known] : []));
    if (!page) return undefined;
    inbox.pages(id).then(
      (found) => {
        if (!isStale) setPages(found);
      },
      () => {}, // the connection's banner says so
    );
    return () => {
      isStale = true;
    };
  }, [id, page?.url, page?.title]);

  if (pages.length === 0) return null;
  return (
    <section>
      <h3>{text.pages}</h3>
      <ul class="earlier">
        {pages.map(({ url, title, at }) => (
          <li key={at + url}>
            <a href={url} data-title={url} target="_blank" rel="noopener noreferrer">
              <bdi class="cut" dir="auto">
                {plainLine(title || hostOf(url), 200)}
              </bdi>
              <span class="meta visited">
                <bdi class="cut">{plainLine(pathOf(url), 200)}</bdi>
                <Time at={at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hostOf = (url: string): string => parseAddress(url)?.host ?? url;

/** The path as the address bar shows it. */
function pathOf(url: string): string {
  const { pathname, search } = parseAddress(url) ?? { pathname: url, search: '' };
  try {
    return decodeURI(pathname + search);
  } catch {
    return pathname + search; // invalid escapes: the visitor's page chose the address
  }
}
