import type { Chat } from '../../types';

/** Fetches the bytes of a file; requests a new address first if the known one has expired. */
export async function readFile(chat: Chat, uploadId: string): Promise<Blob> {
  const answer = await fetch(await chat.files.fetchAddress(uploadId), { credentials: 'omit' });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.blob();
}

/**
 * Draws a picture on a canvas, because an `<img>` would need `img-src` in the page's content security policy.
 * @param width in pixels of the screen, at most
 */
export async function paint(canvas: HTMLCanvasElement, file: Blob, width: number): Promise<void> {
  const resizeWidth = Math.max(1, Math.round(width));
  const bitmap = await createImageBitmap(file, { resizeWidth, resizeQuality: 'medium' });
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
