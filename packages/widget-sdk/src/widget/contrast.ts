/**
 * Black or white, the one that reads better on the colour; it always has a contrast of at least 4.5 : 1.
 * @param color such as `#2456d6` or `#25d`
 */
export const readableOn = (color: string): '#000' | '#fff' =>
  luminanceOf(color) > 0.179 ? '#000' : '#fff';

/**
 * The contrast ratio of `readableOn(color)` on the colour, from 4.5 to 21.
 * @param color such as `#2456d6` or `#25d`
 */
export function contrastOn(color: string): number {
  const luminance = luminanceOf(color);
  // WCAG 2.2, contrast ratio.
  return readableOn(color) === '#000' ? (luminance + 0.05) / 0.05 : 1.05 / (luminance + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(color: string): number {
  const hex = color.length < 6 ? color.replace(/[\da-f]/gi, '$&$&') : color;
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
