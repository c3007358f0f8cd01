import type { KeyObject } from 'node:crypto';
import { reasonOf } from '../platform/errors.ts';
import { UpdateError } from './update-error.ts';
import { LARGEST_VERSION_FILE, readVersionFile, type Release } from './version-file.ts';

export const NO_KEY = 'This Safelight has no key that could tell its makers’ updates from others.';

const PATIENCE_MS = 20_000;

/** Asks an address which release is the newest. Sends nothing about this computer. Throws UpdateError. */
export async function askForRelease(
  address: string,
  keys: readonly KeyObject[],
  signal?: AbortSignal,
): Promise<Release> {
  if (keys.length === 0) throw new UpdateError('no-key', NO_KEY);
  return readVersionFile(await fetchText(address, signal), keys);
}

async function fetchText(address: string, signal: AbortSignal | undefined): Promise<string> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(address, {
      signal: signal ? AbortSignal.any([patience, signal]) : patience,
      cache: 'no-store',
    });
    if (!response.ok || response.body === null) throw new Error(`it answered ${response.status}`);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > LARGEST_VERSION_FILE) throw new Error('its answer is too large');
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  } catch (error) {
    throw new UpdateError('unreachable', `${address} does not tell the newest version: ${causeOf(error)}.`, error);
  }
}

/** fetch says only "fetch failed"; its cause knows more. */
export function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const code = (cause as { code?: string } | undefined)?.code;
  return code ?? reasonOf(cause instanceof Error && cause.message !== '' ? cause : error);
}
