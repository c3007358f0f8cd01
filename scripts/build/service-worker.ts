import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'rolldown';
import type { Plugin, Rolldown } from 'vite';

/** What the page can do without Safelight. */
const OFFLINE = /[\\/](culling[\\/]culling|detail[\\/]detail|offline[\\/][\w-]+)\.tsx?$/;

/** Writes service-worker.js next to the page, with the names of the files that it keeps. */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'safelight-service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const html = page?.type === 'asset' ? String(page.source) : '';
      const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name!);
      const later = Object.values(bundle).filter(
        (part) => part.type === 'chunk' && OFFLINE.test(part.facadeModuleId ?? ''),
      );
      const names = [...first, ...later.map(({ fileName }) => fileName)];
      const parts = [...new Set(names.flatMap((each) => filesOf(each, bundle)))];
      const name = createHash('sha256').update(parts.join()).update(html).digest('hex').slice(0, 12);
      const { output } = await build({
        input: join(root, 'src', 'web', 'offline', 'worker', 'service-worker.ts'),
        write: false,
        transform: {
          define: { BUILD: JSON.stringify(name), FIRST: JSON.stringify(first), PARTS: JSON.stringify(parts) },
        },
        output: { format: 'iife', minify: true },
        logLevel: 'warn',
      });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: output[0].code });
    },
  };
}

/** A file, and for a script all that it imports and their styles. */
function filesOf(name: string, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const part = bundle[name];
  if (part?.type !== 'chunk') return [name];
  const styles = part.viteMetadata?.importedCss ?? [];
  return [name, ...styles, ...part.imports.flatMap((imported) => filesOf(imported, bundle, seen))];
}
