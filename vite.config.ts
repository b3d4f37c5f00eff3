import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNK_GROUPS } from './tools/build/chunks.ts';
import { flags } from './tools/build/flags.ts';
import { help } from './tools/build/help.ts';

/** The web root is built into dist/web; in development Vite serves it and hands /api to the server. */
export default defineConfig({
  root: 'web',
  plugins: [react(), flags(), help()],
  build: {
    outDir: '../dist/web',
    manifest: true,
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNK_GROUPS, includeDependenciesRecursively: false } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? '8080'}` },
  },
});
