import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { version as safelight } from '../../platform/package-files.ts';
import { replaceFile } from '../../platform/replace-file.ts';

const Entries = z.array(z.object({ identity: z.string(), safelight: z.string(), value: z.unknown() }));

/** An installed darktable, and another one, each with and without the graphics card. */
const MOST = 4;

/** What this Safelight found out of the last builds of darktable, so that it need not be done again at every start. */
export class KeptByBuild<Value> {
  readonly #file: string;
  readonly #schema: z.ZodType<Value>;

  constructor(file: string, schema: z.ZodType<Value>) {
    this.#file = file;
    this.#schema = schema;
  }

  of(identity: string): Value | undefined {
    const found = this.#all().find((entry) => entry.identity === identity && entry.safelight === safelight);
    return this.#schema.safeParse(found?.value).data;
  }

  async note(identity: string, value: Value): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const others = this.#all().filter((other) => other.identity !== identity);
    replaceFile(this.#file, JSON.stringify([{ identity, safelight, value }, ...others].slice(0, MOST)));
  }

  /** Newest first. */
  #all() {
    try {
      return Entries.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return [];
    }
  }
}
