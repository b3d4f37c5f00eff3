/** Writes a .br and a .gz beside every compressible file of the built web, so that the server never compresses one. */
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest', '.wasm']);
/** A smaller file fits into one packet, compressed or not. */
const MIN_BYTES = 256;

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

/** Writes a compressed copy only if it is smaller; removes a stale one. */
async function keep(path: string, copy: Buffer, original: Buffer): Promise<void> {
  if (original.length >= MIN_BYTES && copy.length < original.length) await writeFile(path, copy);
  else await rm(path, { force: true });
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([brotliOf(bytes, { params }), gzipOf(bytes, { level: 9 })]);
  await Promise.all([keep(`${path}.br`, br, bytes), keep(`${path}.gz`, gz, bytes)]);
}

const started = performance.now();
const files = globSync('dist/web/**/*').filter((path) => COMPRESSIBLE.has(extname(path)));
if (files.length === 0) throw new Error('dist/web holds nothing to compress: build it first');
await Promise.all(files.map(compress));
process.stdout.write(`${files.length} files compressed in ${Math.round(performance.now() - started)} ms\n`);
