import type { KeptBytes } from './kept-bytes';

/** The result of reading a file's bytes; its name is not used. */
export interface Recognised {
  /** Null for a file that is no picture, and for a picture that is too large to be shown. */
  size: { width: number; height: number } | null;
  /** The bytes to store: pieces of the file, without metadata about its author and place. */
  kept: readonly Buffer[];
}

/** The longest side, in pixels. Browsers open no larger pictures. */
const MAX_SIDE = 16_384;
/** The pixels of all frames. A browser needs four bytes for each, whatever the file's length. */
const MAX_SHOWN_PIXELS = 50_000_000;

/** Null if a side is 0, or over the limit. */
export function picture(
  [width, height]: readonly [width: number, height: number],
  frames: number,
  kept: KeptBytes,
): Recognised | null {
  if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE) return null;
  const isShown = isShownSize(width, height * Math.max(1, frames));
  return { size: isShown ? { width, height } : null, kept: kept.pieces };
}

/** True if browsers may show a picture of this size. */
export function isShownSize(width: number, height: number): boolean {
  return width * height <= MAX_SHOWN_PIXELS;
}
