import { describe, expect, it } from 'vitest';
import { recognise } from '../../../src/attachments/formats/recognise';
import {
  exif,
  gif,
  jpeg,
  jpegSegment,
  pdf,
  png,
  pngChunk,
  webp,
  webpChunk,
  webpHeader,
  webpImage,
} from '../../support/files';

const typeOf = async (file: Buffer | string) => (await recognise(Buffer.from(file)))?.type ?? null;
const keptOf = async (file: Buffer) => Buffer.concat([...((await recognise(file))?.kept ?? [])]);
const segmentOfExif = (orientation: number) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation)]));

describe('the type of a file', () => {
  it('is read from its bytes, with the size of a picture', async () => {
    const files = [png(2, 3), jpeg(4, 5), webp([webpImage(8, 9)]), gif(6, 7), pdf];
    const seen = files.map(async (file) => {
      const { type, size } = (await recognise(file))!;
      return [type, size && [size.width, size.height]];
    });
    expect(await Promise.all(seen)).toEqual([
      ['image/png', [2, 3]],
      ['image/jpeg', [4, 5]],
      ['image/webp', [8, 9]],
      ['image/gif', [6, 7]],
      ['application/pdf', null],
    ]);
    expect(await typeOf('Bonjour à tous,\r\n\tvoilà.\n')).toBe('text/plain');
    expect(await typeOf('\ufeffwith a byte order mark')).toBe('text/plain');
  });

  it.each([
    ['an HTML page', '<!DOCTYPE html><script>alert(1)</script>'],
    ['an HTML page behind blanks', '\n\t <HTML>'],
    ['a script', '<script>alert(1)</script>'],
    ['an SVG picture', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['an SVG picture behind comments', '\ufeff <!-- a --> <!-- b -->\n<svg/>'],
    ['a comment that does not end', '<!-- <svg/>'],
    ['XML', '<?xml version="1.0"?><a/>'],
    ['a control character', 'a\u0000b'],
    ['an escape sequence', '\u001b[2J'],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0xfe])],
    ['a program', Buffer.from('MZ\x90\0\x03', 'latin1')],
    ['an archive', Buffer.from('PK\x03\x04\x14\0', 'latin1')],
    ['HTML before a PDF', `<html>${pdf.toString()}`],
    ['a picture without an end', png().subarray(0, -12)],
    ['a picture that is cut off', jpeg().subarray(0, -2)],
    ['a WebP that is cut off', webp([webpImage(8, 9)]).subarray(0, -4)],
    ['a signature alone', png().subarray(0, 8)],
    ['a picture that is too wide', png(100_000, 1)],
    ['a picture that is too high', jpeg(1, 20_000)],
    ['a picture without a side', gif(0, 4)],
    [
      'a JPEG of too many segments',
      jpeg(1, 1, Array(50_000).fill(jpegSegment(0xdb, Buffer.alloc(0)))),
    ],
    ['a PNG of too many chunks', png(1, 1, Array(50_000).fill(pngChunk('tEXt', Buffer.alloc(0))))],
    ['markup behind 64 KiB of comments', `${'<!---->'.repeat(10_000)}<svg/>`],
    ['a WebP that is too wide', webp([webpHeader(16_385, 1, 0), webpImage(1, 1)])],
  ])('is none for %s', async (_name, file) => {
    expect(await recognise(Buffer.from(file as Buffer))).toBeNull();
  });

  it('takes the largest size that is allowed', async () => {
    expect(await typeOf(png(16_384, 16_384))).toBe('image/png');
  });

  it('never fails, whatever is missing or changed', async () => {
    const files = [
      png(),
      jpeg(4, 5, [segmentOfExif(6)]),
      webp([webpHeader(2, 2, 8), webpImage(2, 2), webpChunk('EXIF', exif(3))]),
    ];
    for (const file of files) {
      for (let at = 0; at < file.length; at++) {
        await recognise(file.subarray(0, at));
        const changed = Buffer.from(file);
        changed[at] = 255 - (changed[at] ?? 0);
        await recognise(changed);
      }
    }
  });
});

describe('the size of a picture', () => {
  const sizeOf = async (file: Buffer) => (await recognise(file))!.size;
  const frame = webpChunk('ANMF', Buffer.alloc(16));
  const gifFrame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0]);
  const animated = (frames: number) =>
    Buffer.concat([
      gif(1_000, 1_000).subarray(0, 13),
      ...Array(frames).fill(gifFrame),
      gif().subarray(-1),
    ]);
  const acTL = (frames: number) => {
    const content = Buffer.alloc(8);
    content.writeUInt32BE(frames);
    return pngChunk('acTL', content);
  };

  it('is none above 50 million pixels', async () => {
    expect(await sizeOf(png(10_000, 5_000))).toEqual({ width: 10_000, height: 5_000 });
    for (const file of [
      png(10_000, 5_001),
      jpeg(16_384, 16_384),
      webp([webpImage(16_000, 16_000)]),
      gif(16_384, 16_384),
    ]) {
      expect(await sizeOf(file)).toBeNull();
    }
  });

  it('is none if the pixels of all frames are more', async () => {
    const header = webpHeader(1_000, 1_000, 2);
    for (const [most, more] of [
      [animated(50), animated(51)],
      [png(1_000, 1_000, [acTL(50)]), png(1_000, 1_000, [acTL(51)])],
      [webp([header, ...Array(50).fill(frame)]), webp([header, ...Array(51).fill(frame)])],
    ] as const) {
      expect(await sizeOf(most)).toEqual({ width: 1_000, height: 1_000 });
      expect(await sizeOf(more)).toBeNull();
    }
  });
});

describe('what is removed from pictures', () => {
  it('is everything in a JPEG that does not show, but how it is turned', async () => {
    const profile = jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01profile', 'latin1'));
    const adobe = jpegSegment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'));
    const file = jpeg(4, 5, [
      segmentOfExif(6),
      jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0GPS in XMP')),
      profile,
      jpegSegment(0xe2, Buffer.from('MPF\0GPS of a second picture')),
      adobe,
      jpegSegment(0xed, Buffer.from('Photoshop 3.0\0GPS')),
      jpegSegment(0xfe, Buffer.from('a comment about GPS')),
    ]);
    const kept = await keptOf(Buffer.concat([file, Buffer.from('GPS behind the end')]));
    expect(kept.includes('GPS')).toBe(false);
    expect(kept.includes(profile) && kept.includes(adobe)).toBe(true);
    expect(kept.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true);
    expect((await recognise(kept))?.size).toEqual({ width: 4, height: 5 });
    expect(await keptOf(kept)).toEqual(kept);
    expect(await keptOf(jpeg(4, 5, [segmentOfExif(1)]))).toEqual(jpeg(4, 5));
  });

  it('is everything in a PNG that does not show, but how it is turned', async () => {
    const profile = pngChunk('iCCP', Buffer.from('profile'));
    const file = png(2, 3, [
      profile,
      pngChunk('tEXt', Buffer.from('Comment\0GPS')),
      pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0GPS')),
      pngChunk('tIME', Buffer.alloc(7)),
      pngChunk('eXIf', exif(8)),
      pngChunk('prVt', Buffer.from('GPS')),
    ]);
    const kept = await keptOf(Buffer.concat([file, Buffer.from('GPS')]));
    expect(kept.includes('GPS') || kept.includes('tIME')).toBe(false);
    expect(kept.includes(profile)).toBe(true);
    expect(kept.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8]))).toBe(true);
    expect(await keptOf(kept)).toEqual(kept);
  });

  it('is everything in a WebP that does not show, but how it is turned', async () => {
    const image = webpImage(8, 9);
    const profile = webpChunk('ICCP', Buffer.from('profile!'));
    const file = webp([
      webpHeader(8, 9, 0x2c),
      profile,
      image,
      webpChunk('EXIF', exif(3)),
      webpChunk('XMP ', Buffer.from('<x:xmpmeta>GPS')),
      webpChunk('ABCD', Buffer.from('GPS!')),
    ]);
    const kept = await keptOf(file);
    expect(kept.includes('GPS')).toBe(false);
    expect(kept.includes(profile) && kept.includes(image)).toBe(true);
    // The flags say: a profile and an orientation, and no XMP.
    expect(kept[20]).toBe(0x28);
    expect(kept.readUInt32LE(4)).toBe(kept.length - 8);
    expect(await keptOf(kept)).toEqual(kept);
    const plain = await keptOf(webp([webpHeader(8, 9, 0x0c), image, webpChunk('EXIF', exif(1))]));
    expect(plain).toEqual(webp([webpHeader(8, 9, 0), image]));
  });

  it('is nothing in other files', async () => {
    for (const file of [gif(), pdf, Buffer.from('text')]) expect(await keptOf(file)).toEqual(file);
  });
});
