import type { AttachmentView } from '@chat-relay/widget-sdk/frames';

const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'text', 'log', 'csv', 'md'],
  // A picture that is too large to be shown.
  'application/octet-stream': ['bin', 'png', 'jpg', 'jpeg', 'webp', 'gif'],
};

/** What a path, a shell or another system gives a meaning, and what is not seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;
/** Devices of Windows, whatever follows the dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Of file systems it is 255; some cut names of other alphabets earlier. */
const MOST_BYTES = 150;

/** A name for a file of a stranger that can't leave its folder, and whose end says what the file is. */
export function safeFileName({ name, type }: Pick<AttachmentView, 'name' | 'type'>): string {
  const plain = name
    .replace(UNSAFE, '_')
    .replace(/^[\s.~-]+/u, '')
    .replace(/(?<![\s.])[\s.]+$/u, '');
  const [usual = 'bin', ...others] = ENDINGS[type] ?? [];
  const given = /\.([^.]{1,10})$/.exec(plain)?.[1] ?? '';
  const isRight = [usual, ...others].includes(given.toLowerCase());
  const stem = isRight ? plain.slice(0, -given.length - 1) : plain;
  const cut = cutTo(MOST_BYTES, RESERVED.test(stem) ? `_${stem}` : stem);
  return `${cut || 'file'}.${isRight ? given : usual}`;
}

function cutTo(most: number, text: string): string {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
