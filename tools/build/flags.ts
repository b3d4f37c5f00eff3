import { createReadStream, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('flag-icons/package.json');
const folder = join(dirname(manifest), 'flags/4x3');
/** Of countries, and of what has a code as if it were one; the flags of their parts are left out. */
const files = readdirSync(folder).filter((name) => /^[a-z]{2}\.svg$/.test(name));

/**
 * Puts the flags beside the built files, each under its country's code, so that a page asks for those it shows and
 * carries no list of the others. The version stands in the path: a file under /assets never changes.
 */
export async function flags(): Promise<Plugin> {
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const path = `assets/flags-${version}`;
  return {
    name: 'flags',
    config: () => ({ define: { __FLAGS_PATH__: JSON.stringify(`/${path}`) } }),
    async generateBundle() {
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
        if (!files.includes(name)) return next();
        response.setHeader('content-type', 'image/svg+xml');
        createReadStream(join(folder, name)).pipe(response);
      });
    },
  };
}
