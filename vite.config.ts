import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { licenses } from './scripts/build/licenses.ts';
import { serviceWorker } from './scripts/build/service-worker.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('src/web'),
  plugins: [licenses(here('.')), serviceWorker(here('.'))],
  resolve: { alias: { 'd3-transition': here('src/web/detail/no-transitions.ts') } },
  // Below whatever path the page is reached: the service puts that into the page, and the rest is found from where it stands.
  experimental: { renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }) },
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
    rolldownOptions: {
      // Libraries say "use client", which means something to servers that draw React.
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: {
          // What the first page needs comes in two files, not in one for each part that a later page needs as well.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
            { name: 'page', tags: ['$initial'], priority: 1 },
            // Loaded ahead as a whole: each further file would cost a request.
            { name: 'picture', test: /[\\/]detail[\\/]detail\.tsx$/ },
          ],
        },
      },
    },
    // Browsers that know light-dark(), so that it is not rewritten.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});
