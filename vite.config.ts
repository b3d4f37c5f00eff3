import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { flags } from './tools/build/flags.ts';

/** The web root is built into dist/web; in development Vite serves it and hands /api to the server. */
export default defineConfig({
  root: 'web',
  plugins: [react(), flags()],
  build: {
    outDir: '../dist/web',
    manifest: true,
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // What every page needs, in one file: it compresses better than many, and is asked for once.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            // What nearly every screen has, in one file: apart they would be a dozen, each too small to be packed well.
            {
              name: 'parts',
              test: /web\/(ui\/(ActionButton|ConfirmModal|Dialog|KeyCaps|MessageModal|Notice|PageHeader|StatusBadge|keys|useSingleRun)\.|texts\/ui\.)/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? '8080'}` },
  },
});
