import { encode } from 'uqr';

export interface QrPath {
  /** Modules on a side. */
  size: number;
  /** An SVG path of the dark modules, one unit each. */
  path: string;
}

/** The QR code of a text. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
