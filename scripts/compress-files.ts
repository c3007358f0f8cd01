import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Anything else that a browser loads is compressed by itself. */
const TEXTS = new Set(['.css', '.html', '.js', '.json', '.svg']);

/** Puts a copy in Brotli and one in gzip beside each text of a folder, as small as they get: once here, sent often. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXTS.has(extname(name))) continue;
    const file = join(folder, name);
    const bytes = readFileSync(file);
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}
