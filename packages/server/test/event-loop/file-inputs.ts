import type { AttachmentType } from '../../src/tenants/files/settings';
import { uploaderOf } from '../attachments/uploader';
import {
  gif,
  jpeg,
  jpegSegment,
  pdf,
  png,
  pngChunk,
  webp,
  webpChunk,
  webpImage,
} from '../support/files';
import { createVisitor } from '../support/world';
import { put } from '../attachments/uploader';
import type { Awkward } from './cost';
import type { FullWorld } from './route-drive';

/** Large enough: a larger file is read in more slices of the same length, and takes longer to send. */
const BYTES = 8 * 1024 * 1024;

type FileInput = (bytes: number) => Buffer[];

const repeated = (piece: Buffer, bytes: number): Buffer =>
  Buffer.alloc(piece.length * Math.floor(bytes / piece.length), piece);

/** Awkward files that begin like each type. A type that is missing here does not compile. */
export const FILE_INPUTS: Record<AttachmentType, FileInput> = {
  'image/jpeg': (bytes) => {
    const kept = jpegSegment(0xdb, Buffer.alloc(0));
    const dropped = jpegSegment(0xfe, Buffer.alloc(0));
    const head = jpeg().subarray(0, -9);
    return [
      jpeg(4, 5, [repeated(kept, bytes)]),
      jpeg(4, 5, [repeated(Buffer.concat([kept, dropped]), bytes)]),
      jpeg(4, 5, [Buffer.alloc(bytes, 0xff)]),
      // Image data of stuffed bytes, then of restart markers.
      Buffer.concat([head, repeated(Buffer.from([0xff, 0]), bytes), Buffer.from([0xff, 0xd9])]),
      Buffer.concat([head, repeated(Buffer.from([0xff, 0xd0]), bytes), Buffer.from([0xff, 0xd9])]),
    ];
  },
  'image/png': (bytes) => {
    const empty = pngChunk('IDAT', Buffer.alloc(0));
    const text = pngChunk('tEXt', Buffer.alloc(0));
    return [
      png(2, 3, [repeated(empty, bytes)]),
      png(2, 3, [repeated(Buffer.concat([empty, text]), bytes)]),
      png(2, 3, [repeated(Buffer.concat([empty, text]), Math.min(bytes, 48_000 * 12))]),
      png(2, 3, [pngChunk('eXIf', Buffer.concat([exifOfMany, Buffer.alloc(bytes)]))]),
    ];
  },
  'image/webp': (bytes) => [
    webp([webpImage(8, 9), repeated(webpChunk('ANMF', Buffer.alloc(0)), bytes)]),
    webp([webpImage(8, 9), repeated(webpChunk('VP8X', Buffer.alloc(10)), bytes)]),
    webp([webpImage(8, 9), webpChunk('XMP ', Buffer.alloc(bytes))]),
  ],
  'image/gif': (bytes) => [
    Buffer.concat([gif().subarray(0, 13), repeated(Buffer.from([0x21, 0xfe, 0]), bytes)]),
    Buffer.concat([
      gif().subarray(0, 13),
      Buffer.from([0x21, 0xfe]),
      repeated(Buffer.from([1, 1]), bytes),
    ]),
  ],
  'application/pdf': (bytes) => [Buffer.concat([pdf, Buffer.alloc(bytes, ' ')])],
  'text/plain': (bytes) => [
    Buffer.alloc(bytes, 'a'),
    Buffer.alloc(bytes, ' '),
    repeated(Buffer.from('<!---->'), bytes),
    repeated(Buffer.from('\u{1F600}'), bytes),
    repeated(Buffer.from('\r\n'), bytes),
  ],
};

/** A block that says that it has 65,535 entries. */
const exifOfMany = Buffer.concat([
  Buffer.from('II*\0', 'latin1'),
  Buffer.from([8, 0, 0, 0, 0xff, 0xff]),
]);

/** Uploads each file and finishes it, whether it is accepted or not. */
export function awkwardFile(type: AttachmentType, index: number, world: FullWorld): Awkward {
  return async (part) => {
    const file = FILE_INPUTS[type](BYTES * part - 10_000)[index]!;
    const { token } = await createVisitor(world.url, world);
    const uploader = uploaderOf(world.url, token);
    const { data } = await uploader.create(file.length, 'awkward');
    return async () => {
      await put(world.url, data.put.url, file);
      const { status } = await uploader.finish(data.upload_id);
      if (status !== 200 && status !== 415) throw new Error(`${type} ${index}: ${status}`);
    };
  };
}
