/**
 * The contrast ratio of the widget's text on this colour, to one decimal. The widget writes in black or white,
 * whichever reads better.
 * @param colour such as `#2456d6`
 */
export function bestContrast(colour: string): number {
  const light = luminance(colour);
  const ratio = Math.max(1.05 / (light + 0.05), (light + 0.05) / 0.05);
  return Math.floor(ratio * 10) / 10;
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
