import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { licenses } from './scripts/build/licenses.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page of guests: all of its files stand below `/p/a/`, beside the links. */
export default defineConfig({
  root: here('src/guest'),
  base: '/p/a/',
  publicDir: false,
  plugins: [licenses(here('.'), { isForStrangers: true })],
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}` } },
  build: {
    outDir: here('dist/guest'),
    emptyOutDir: true,
    assetsDir: '',
    // The page runs under a CSP without inline scripts, styles or data: URLs.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
    // Nobody chose this page's guests, nor the age of their phones.
    target: ['chrome109', 'firefox115', 'safari16.4'],
  },
});
