const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
/** Cameras write a few dozen entries. */
const MAX_ENTRIES = 1_000;

/** The orientation of a picture, 1 to 8, from its Exif block; 1 if it has none. */
export function orientationOf(tiff: Buffer): number {
  const mark = tiff.toString('latin1', 0, 4);
  const isLittle = mark === 'II*\0';
  if (!isLittle && mark !== 'MM\0*') return 1;
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  if (tiff.length < 10) return 1;
  const list = u32(4);
  if (list + 2 > tiff.length) return 1;
  const entries = Math.min(u16(list), MAX_ENTRIES);
  for (let n = 0; n < entries; n++) {
    const at = list + 2 + n * 12;
    if (at + 12 > tiff.length) return 1;
    if (u16(at) !== ORIENTATION_TAG || u16(at + 2) !== SHORT) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Makes an Exif block that has the orientation and nothing else. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
