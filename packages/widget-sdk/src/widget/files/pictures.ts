import type { Chat } from '../../types';

/** The bytes of a file, whose address may have to be asked for. */
export async function readFile(chat: Chat, uploadId: string): Promise<Blob> {
  const answer = await fetch(await chat.files.fetchAddress(uploadId), { credentials: 'omit' });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.blob();
}

/**
 * Draws a picture. A canvas needs nothing of the page's content security policy, where an `<img>` needs its `img-src`.
 * @param width in pixels of the screen, at most
 */
export async function paint(canvas: HTMLCanvasElement, file: Blob, width: number): Promise<void> {
  const resizeWidth = Math.max(1, Math.round(width));
  const bitmap = await createImageBitmap(file, { resizeWidth, resizeQuality: 'medium' });
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
