import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const service = process.env['SAFELIGHT_DEV_SERVICE'] ?? 'http://127.0.0.1:4380';

export default defineConfig({
  root: here('src/web'),
  plugins: [react()],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    // The page runs under a CSP without inline scripts, styles or data: URLs for anything but pictures.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    // `npm run dev`: the page from here, everything else from a running Safelight.
    proxy: Object.fromEntries(
      ['/api', '/session', '/sign-in', '/health', '/oauth'].map((path) => [
        path,
        { target: service, changeOrigin: true },
      ]),
    ),
  },
});
