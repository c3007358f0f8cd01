import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licences } from './scripts/licences.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('src/web'),
  plugins: [react(), licences(here('.'))],
  css: {
    modules: {
      // No two sheets have one name, so this is unique, and it can be read.
      generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    // The page runs under a CSP without inline scripts, styles or data: URLs for anything but pictures.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Browsers that know light-dark(), so that it is not rewritten.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});
