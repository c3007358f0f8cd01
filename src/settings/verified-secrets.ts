import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Secrets that were verified the slow way before, as digests with a key that only this process knows. */
export class VerifiedSecrets {
  readonly #key = randomBytes(32);
  /** By client, by the id of its secret. */
  readonly #digests = new Map<string, Map<string, Buffer>>();

  remember(clientId: string, secretId: string, secret: string): void {
    const known = this.#digests.get(clientId) ?? new Map<string, Buffer>();
    this.#digests.set(clientId, known.set(secretId, this.#digest(secret)));
  }

  /** The ids of secrets of the client that are this one. */
  find(clientId: string, secret: string): string[] {
    // Also computed for unknown ids, so that the time reveals nothing.
    const given = this.#digest(secret);
    const known = [...(this.#digests.get(clientId) ?? [])];
    return known.filter(([, digest]) => timingSafeEqual(digest, given)).map(([secretId]) => secretId);
  }

  forget(clientId: string): void {
    this.#digests.delete(clientId);
  }

  #digest(secret: string): Buffer {
    return createHmac('sha256', this.#key).update(secret).digest();
  }
}
