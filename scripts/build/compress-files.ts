import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Anything else that a browser loads is already compressed. */
const TEXTS = new Set(['.css', '.html', '.js', '.json', '.svg']);

/**
 * Puts a Brotli and a gzip copy next to each text file of a folder, as small as possible: compressed once, sent often.
 */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (TEXTS.has(extname(name))) compressFile(join(folder, name));
  }
}

export function compressFile(file: string): void {
  const bytes = readFileSync(file);
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
