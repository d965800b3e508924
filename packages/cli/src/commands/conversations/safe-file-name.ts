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

/** Characters that are invisible, or that a path, a shell or another system interprets. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;
/** Device names of Windows, which are reserved with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** In bytes. File systems allow 255, and some cut names of other alphabets earlier. */
const MOST_BYTES = 150;

/** Makes a name for a stranger's file that can't leave its folder, with the extension of the file's real type. */
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
