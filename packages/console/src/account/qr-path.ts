export interface QrPath {
  /** Modules on a side. */
  size: number;
  /** An SVG path of the dark modules, one unit each. */
  path: string;
}

/** The QR code of a text. The encoder is fetched when it is first needed. */
export async function qrPath(text: string): Promise<QrPath> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
