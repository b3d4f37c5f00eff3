import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bitmapSample, pdfSample, pictureSample } from '#tools/testing/samples.ts';
import { createDiskStore } from './disk.ts';
import { isPreviewable, openPreview, PREVIEW_EXTENSIONS, tiffPageAsPng } from './preview.ts';
import { ObjectNotFound } from './store.ts';
import type { ObjectStore } from './store.ts';

let root: string;
let store: ObjectStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bureau-preview-'));
  store = createDiskStore({ root });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const COLOURS = ['#ff0000', '#00ff00', '#0000ff'];

/** A TIFF of three pages in three colours. */
async function threePages(): Promise<Buffer> {
  const page = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
  const pages = await Promise.all(COLOURS.map(page));
  return sharp(pages, { join: { animated: true } })
    .tiff({ compression: 'lzw' })
    .toBuffer();
}

const colourOf = async (png: Buffer) => {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return `#${data.subarray(0, 3).toString('hex')}`;
};

/** A TIFF header and directory that claim any size and contain almost nothing. */
function tiffClaiming(width: number, height: number): Buffer {
  const tags: [number, number, number][] = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 200],
    [277, 3, 1],
    [278, 4, height],
    [279, 4, 100],
  ];
  const bytes = Buffer.alloc(300);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, type, value], index) => {
    const at = 10 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  });
  return bytes;
}

test('exactly the specified extensions can be previewed', () => {
  expect([...PREVIEW_EXTENSIONS].sort()).toEqual(['bmp', 'gif', 'jpeg', 'jpg', 'pdf', 'png', 'tif']);
  expect(['pdf', 'tif', 'xlsx', 'docx', 'tiff', 'PDF', ''].filter(isPreviewable)).toEqual(['pdf', 'tif']);
});

describe('a file that browsers can show is passed through unchanged', () => {
  test.each([
    ['jpg', 'image/jpeg', () => pictureSample('jpeg')],
    ['png', 'image/png', () => pictureSample('png')],
    ['gif', 'image/gif', () => pictureSample('gif')],
    ['bmp', 'image/bmp', bitmapSample],
    ['pdf', 'application/pdf', pdfSample],
  ] as const)('%s', async (extension, mime, make) => {
    const bytes = await make();
    const { hash } = await store.put(bytes);
    const preview = await openPreview(store, { hash, extension });
    expect(preview).toMatchObject({ mime, pages: 1 });
    expect(await buffer(preview.body)).toEqual(bytes);
    await expect(openPreview(store, { hash, extension }, 2)).rejects.toMatchObject({ reason: 'noSuchPage' });
  });
});

describe('TIFF', () => {
  test('each page becomes a PNG', async () => {
    const { hash } = await store.put(await threePages());
    for (const [index, colour] of COLOURS.entries()) {
      const preview = await openPreview(store, { hash, extension: 'tif' }, index + 1);
      expect(preview).toMatchObject({ mime: 'image/png', pages: 3 });
      const png = await buffer(preview.body);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(await colourOf(png)).toBe(colour);
    }
  });

  test.each([0, 4, -1, 1.5, Number.NaN])('page %d of three does not exist', async (page) => {
    await expect(tiffPageAsPng(threePages, page)).rejects.toMatchObject({ reason: 'noSuchPage' });
  });

  test.each(['lzw', 'jpeg', 'deflate', 'ccittfax4', 'packbits', 'none'] as const)(
    'compression %s',
    async (compression) => {
      const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'white' } });
      const depth = compression === 'ccittfax4' ? { bitdepth: 1 as const } : {};
      const tiff = await picture
        .toColourspace('b-w')
        .tiff({ compression, ...depth })
        .toBuffer();
      expect(await colourOf((await tiffPageAsPng(async () => tiff, 1)).png)).toBe('#ffffff');
    },
  );

  test('a large scan is scaled down to a screen', async () => {
    const picture = sharp({ create: { width: 5_000, height: 7_000, channels: 3, background: 'white' } });
    const { png } = await tiffPageAsPng(() => picture.tiff({ compression: 'lzw' }).toBuffer(), 1);
    expect(await sharp(png).metadata()).toMatchObject({ width: 1_714, height: 2_400 });
  });

  test('a decompression bomb is refused without being decoded', async () => {
    const picture = sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'white' } });
    const bomb = await picture.tiff({ compression: 'deflate' }).toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().rss;
    await expect(tiffPageAsPng(async () => bomb, 1)).rejects.toMatchObject({ reason: 'tooLarge' });
    await expect(tiffPageAsPng(async () => tiffClaiming(60_000, 60_000), 1)).rejects.toMatchObject({
      reason: 'tooLarge',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('damaged, foreign and truncated files are refused, not shown in part', async () => {
    const tiff = await pictureSample('tiff');
    for (const bytes of [
      tiff.subarray(0, 60),
      Buffer.from('II*\0 nothing'),
      Buffer.alloc(0),
      tiffClaiming(100, 100),
    ])
      await expect(tiffPageAsPng(async () => bytes, 1)).rejects.toMatchObject({ name: 'PreviewRefused' });
  });
});

test('a missing object is reported as missing', async () => {
  const hash = '0'.repeat(64);
  await expect(openPreview(store, { hash, extension: 'tif' })).rejects.toBeInstanceOf(ObjectNotFound);
});
