import type { KeptBytes } from './kept-bytes';

/** What the bytes of a file say about it, whatever its name. */
export interface Recognised {
  /** Null for a file that is no picture, and for a picture that is too large to be shown. */
  size: { width: number; height: number } | null;
  /** The bytes to keep: pieces of the file, without what it says about its maker and place. */
  kept: readonly Buffer[];
}

/** Browsers open no larger ones. */
const MAX_SIDE = 16_384;
/** Pixels of all its frames. A browser needs four bytes for each, whatever the file's length. */
const MAX_SHOWN_PIXELS = 50_000_000;

/** Null for a picture without a side, or with one over the limit. */
export function picture(
  [width, height]: readonly [width: number, height: number],
  frames: number,
  kept: KeptBytes,
): Recognised | null {
  if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE) return null;
  const isShown = isShownSize(width, height * Math.max(1, frames));
  return { size: isShown ? { width, height } : null, kept: kept.pieces };
}

/** Whether people's browsers may show a picture of this size. */
export function isShownSize(width: number, height: number): boolean {
  return width * height <= MAX_SHOWN_PIXELS;
}
