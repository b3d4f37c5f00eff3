import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pictureSample } from '#tools/testing/samples.ts';
import { filled, FULL, type HostileFile } from './item.ts';

/** Pictures with huge headers, decompression bombs, loops and truncations. */
const picture = (
  name: string,
  fileName: string,
  make: HostileFile['make'],
  more: Partial<HostileFile> = {},
): HostileFile => ({ name, intake: 'document', fileName, make, ...more });

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: false });

const tiffOf = (width: number, height: number, compression: 'deflate' | 'lzw' | 'jpeg') => () =>
  blank(width, height).tiff({ compression, quality: 30 }).toBuffer();

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  return chunk;
}

/** A PNG that claims a size; its checksums are wrong, as a careless attacker leaves them. */
function pngClaiming(width: number, height: number, ...chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A TIFF of one directory for each page; the last one points to `after`. */
function tiffPages(count: number, after: number, width = 8, height = 8): Buffer {
  const tags: readonly [number, number, number][] = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, height],
    [279, 4, 64],
  ];
  const pageBytes = 2 + tags.length * 12 + 4;
  const bytes = Buffer.alloc(80 + count * pageBytes);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(80, 4);
  for (let page = 0; page < count; page += 1) {
    const start = 80 + page * pageBytes;
    bytes.writeUInt16LE(tags.length, start);
    tags.forEach(([tag, type, value], index) => {
      const at = start + 2 + index * 12;
      bytes.writeUInt16LE(tag, at);
      bytes.writeUInt16LE(type, at + 2);
      bytes.writeUInt32LE(1, at + 4);
      bytes.writeUInt32LE(value, at + 8);
    });
    bytes.writeUInt32LE(page === count - 1 ? after : start + pageBytes, start + pageBytes - 4);
  }
  return bytes;
}

/** A GIF of as many one-pixel frames as fit. */
function gifFrames(): Buffer {
  const frame = Buffer.from('2c0000000001000100000002024c0100', 'hex');
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from('01000100800000ffffff000000', 'hex'),
    filled(frame.toString('latin1'), 0),
    Buffer.concat(Array.from({ length: Math.floor(FULL / frame.length) }, () => frame)),
    Buffer.from([0x3b]),
  ]);
}

function gifClaiming(side: number): Buffer {
  const head = Buffer.from('474946383961ffffffff800000ffffff0000002c00000000ffffffff00024c0100', 'hex');
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  return Buffer.concat([head, Buffer.from([0x3b])]);
}

function bitmapClaiming(side: number): Buffer {
  const bytes = Buffer.alloc(200);
  bytes.write('BM');
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(side, 18);
  bytes.writeInt32LE(-side, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

async function jpegClaiming(side: number): Promise<Buffer> {
  const jpeg = await pictureSample('jpeg');
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(side, frame + 5);
  jpeg.writeUInt16BE(side, frame + 7);
  return jpeg;
}

const webpClaiming = (): Buffer => {
  const bytes = Buffer.alloc(60);
  bytes.write('RIFF');
  bytes.writeUInt32LE(52, 4);
  bytes.write('WEBPVP8X', 8);
  bytes.writeUInt32LE(10, 16);
  bytes.fill(0xff, 24, 30);
  return bytes;
};

export const HOSTILE_PICTURES: readonly HostileFile[] = [
  picture('a TIFF of 100 megapixels', 'scan.tif', tiffOf(10_000, 10_000, 'deflate'), { isViewed: true }),
  picture('a TIFF just under the limit of a preview', 'scan.tif', tiffOf(10_000, 7_100, 'lzw'), {
    isViewed: true,
  }),
  picture('a JPEG inside a TIFF, 70 megapixels', 'scan.tif', tiffOf(8_300, 8_300, 'jpeg'), {
    isViewed: true,
  }),
  picture('a TIFF in one line of 70 megapixels', 'scan.tif', tiffOf(7_000_000, 10, 'deflate'), {
    isViewed: true,
  }),
  picture('a TIFF that claims 3,600 megapixels', 'scan.tif', () => tiffPages(1, 0, 60_000, 60_000), {
    isViewed: true,
  }),
  picture('a TIFF whose pages go round in a circle', 'scan.tif', () => tiffPages(3, 80), { isViewed: true }),
  picture('a TIFF of 80,000 pages', 'scan.tif', () => tiffPages(80_000, 0), { isViewed: true }),
  picture('a TIFF cut in the middle', 'scan.tif', async () => (await pictureSample('tiff')).subarray(0, 90)),
  picture('a PNG that claims 3,600 megapixels', 'card.png', () => pngClaiming(60_000, 60_000)),
  picture('a PNG bomb of 95 megapixels', 'card.png', () =>
    blank(9_700, 9_700).png({ compressionLevel: 9 }).toBuffer(),
  ),
  picture('a PNG with a text that unpacks to 100 MB', 'card.png', () => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(100_000_000))]);
    return pngClaiming(1, 1, pngChunk('zTXt', text));
  }),
  picture('a PNG of a million empty chunks', 'card.png', () =>
    pngClaiming(1, 1, Buffer.concat(Array<Buffer>(800_000).fill(pngChunk('tEXt', Buffer.alloc(0))))),
  ),
  picture('a JPEG that claims 4,290 megapixels', 'photo.jpg', () => jpegClaiming(65_500)),
  picture('a JPEG of nothing but comments', 'photo.jpg', () =>
    Buffer.concat([Buffer.from([0xff, 0xd8]), filled('\xff\xfe\0\x02')]),
  ),
  picture('a JPEG cut in the middle', 'photo.jpg', async () =>
    (await pictureSample('jpeg')).subarray(0, 200),
  ),
  picture('a GIF that claims 4,294 megapixels', 'card.gif', () => gifClaiming(65_535)),
  picture('a GIF of 650,000 frames', 'card.gif', gifFrames),
  picture('a bitmap that claims 10,000 megapixels', 'card.bmp', () => bitmapClaiming(100_000)),
  picture('a huge WebP named PNG', 'card.png', webpClaiming),
  picture('an SVG that names itself a thousand times, named PNG', 'card.png', () =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/>${'<use href="#a"/>'.repeat(1_000)}</svg>`,
    ),
  ),
  picture('a logo of 39 megapixels', 'logo.png', () => blank(6_200, 6_200).png().toBuffer(), {
    intake: 'logo',
  }),
  picture('a JPEG of nothing but its beginning', 'photo.jpg', () => filled('\xff\xd8\xff')),
];
