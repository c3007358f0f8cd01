import { z } from 'zod';
import type { Log } from '../../platform/log.ts';
import { readPrivateFile, tightenPermissions, writePrivateFile } from '../../settings/private-file.ts';

const Leaf = z.object({
  domain: z.string(),
  /** PEM. */
  key: z.string(),
  /** PEM: the certificate and those between it and the root. */
  certificate: z.string(),
});
export type DomainLeaf = z.infer<typeof Leaf>;

const Attempt = z.object({
  /** Unix milliseconds, by the clock of then. */
  atMs: z.number(),
  /** For how many in a row there was no certificate. */
  failures: z.int().min(0),
  /** What was asked for, and how. */
  wanted: z.string(),
  problem: z.string().nullable(),
});

/** What there is with one authority. Nothing of it is of use with another one. */
const WithDirectory = z.object({
  accountKey: z.string(),
  accountUrl: z.string().nullable().default(null),
  leaf: Leaf.nullable().default(null),
  attempt: Attempt.nullable().default(null),
});
export type WithDirectory = z.infer<typeof WithDirectory>;

const Stored = z.record(z.string(), WithDirectory);

/** Accounts and certificates, by the address of the authority's directory. */
export interface DomainStore {
  get(directory: string): WithDirectory | null;
  /** Throws what the disk says. */
  set(directory: string, value: WithDirectory): void;
}

/** In a file that only its owner can read. Throws an Error for people when it cannot be read. */
export function openDomainStore(file: string, log: Log): DomainStore {
  const found = readPrivateFile(file, Stored, (kept, reason) =>
    log.warn({ file, reason, kept }, 'A damaged file with certificates is kept aside. They are fetched anew.'),
  );
  if (found) tightenPermissions(file, log);
  const stored = new Map(Object.entries(found ?? {}));
  return {
    get: (directory) => stored.get(directory) ?? null,
    set(directory, value) {
      stored.set(directory, value);
      writePrivateFile(file, JSON.stringify(Object.fromEntries(stored)));
    },
  };
}
