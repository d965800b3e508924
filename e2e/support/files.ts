import { deflateSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { pngChunk } from '../../packages/server/test/support/files';

/** A file as Playwright gives it to a field. */
export interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A whole picture, with a brighter cross in it. */
export function picture(
  name: string,
  { width = 640, height = 400, colour = [58, 86, 197] } = {},
): GivenFile {
  const rows = Array.from({ length: height }, (_row, y) => {
    const row = Buffer.alloc(width * 3 + 1);
    for (let x = 0; x < width; x++) {
      const isCross =
        Math.abs(x - width / 2) < width / 16 || Math.abs(y - height / 2) < height / 16;
      for (let part = 0; part < 3; part++) {
        row[1 + x * 3 + part] = Math.min(255, (colour[part] ?? 0) + (isCross ? 70 : 0));
      }
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

export const textFile = (name: string, bytes = 24): GivenFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'Ligne de texte.\n'),
});

/** Pastes or drops files on an element: dispatches the browser's own event, with files in it. */
export async function giveFiles(
  target: Locator,
  how: 'paste' | 'drop',
  files: readonly GivenFile[],
): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    bytes: buffer.toString('base64'),
  }));
  await target.evaluate(
    (element, { how: kind, given: list }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, bytes } of list) {
        const raw = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
        data.items.add(new File([raw], name, { type: mimeType }));
      }
      const usual = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...usual, clipboardData: data })
          : new DragEvent('drop', { ...usual, dataTransfer: data }),
      );
    },
    { how, given },
  );
}
