import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** As Standard Webhooks has secrets: of 24 to 64 random bytes. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

export interface Message {
  id: string;
  /** Seconds of the attempt: receivers refuse what is minutes old, so that nobody sends it again. */
  timestamp: number;
  body: string;
}

/** The headers by which a receiver knows who sent it. Two secrets while one takes the place of the other. */
export function signedHeaders({ id, timestamp, body }: Message, secrets: readonly string[]): Record<string, string> {
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
