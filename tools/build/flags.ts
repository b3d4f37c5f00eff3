import { createReadStream, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('flag-icons/package.json');
const folder = join(dirname(manifest), 'flags/4x3');
/** Flags of countries and of territories with a country code, without the flags of regions. */
const files = readdirSync(folder).filter((name) => /^[a-z]{2}\.svg$/.test(name));

/** The flags of the usual currencies, as far as they are simple drawings; screens show many of them at once. */
const COMMON = 'ae au bh ca ch cn dk eu gb hk id in jp kw my nz qa se sg th us za'.split(' ');
const SHEET = 'common.svg';
const [WIDTH, HEIGHT] = [640, 480];

/** All common flags in one drawing, under each other; the address of a flag names its view. */
async function drawSheet(): Promise<string> {
  const flags = await Promise.all(COMMON.map((code) => readFile(join(folder, `${code}.svg`), 'utf8')));
  const placed = flags.map((flag, index) => {
    const top = index * HEIGHT;
    const view = `<view id="${COMMON[index]}" viewBox="0 ${top} ${WIDTH} ${HEIGHT}"/>`;
    return `${view}${flag.replace('<svg ', `<svg y="${top}" width="${WIDTH}" height="${HEIGHT}" `)}`;
  });
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT * COMMON.length}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${placed.join('')}</svg>`;
}

/**
 * Copies the flags beside the built files, each under its country code, so that a page loads only those it shows and
 * contains no list of the others. The path contains the version, because a file under /assets never changes.
 */
export async function flags(): Promise<Plugin> {
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const path = `assets/flags-${version}`;
  return {
    name: 'flags',
    config: () => ({
      define: {
        __FLAGS_PATH__: JSON.stringify(`/${path}`),
        __COMMON_FLAGS__: JSON.stringify(COMMON),
      },
    }),
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: `${path}/${SHEET}`, source: await drawSheet() });
      for (const name of files)
        this.emitFile({
          type: 'asset',
          fileName: `${path}/${name}`,
          source: await readFile(join(folder, name)),
        });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${path}`, (request, response, next) => {
        const name = request.url?.slice(1) ?? '';
        if (name === SHEET) {
          response.setHeader('content-type', 'image/svg+xml');
          return void drawSheet().then((sheet) => response.end(sheet));
        }
        if (!files.includes(name)) return next();
        response.setHeader('content-type', 'image/svg+xml');
        createReadStream(join(folder, name)).pipe(response);
      });
    },
  };
}
