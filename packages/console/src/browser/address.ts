/** Parses an address; null if it is invalid. Safari 16 and Chrome 119 have neither `URL.canParse` nor `URL.parse`. */
export function parseAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
