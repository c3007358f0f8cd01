/** A program that is told by webhooks. What it takes, it verifies by the library of Standard Webhooks, not by code of ours. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';

export interface Told {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  message: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Answer = (response: ServerResponse, told: Told, number: number) => void;

export interface WebhookReceiver {
  port: number;
  url: string;
  told: Told[];
  /** From now on; default 204. `number`: from 0. */
  answer(answer: Answer): void;
  until(count: number): Promise<void>;
  types(): string[];
  close(): void;
}

/** Throws for what another secret has signed. */
export const verified = (secret: string, { body, headers }: Told): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

export async function webhookReceiver(secure?: { key: string; cert: string }): Promise<WebhookReceiver> {
  const told: Told[] = [];
  let answer: Answer = (response) => void response.writeHead(204).end();
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      const id = String(request.headers['webhook-id']);
      const message = JSON.parse(body) as Told['message'];
      const number = told.push({ id, headers: request.headers, body, message }) - 1;
      answer(response, told[number]!, number);
    });
  };
  const server: Server = secure ? createSecureServer(secure, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    told,
    answer: (next) => void (answer = next),
    until: (count) =>
      vi.waitFor(() => {
        if (told.length < count) throw new Error(`It was told ${told.length} of ${count}.`);
      }),
    types: () => told.map(({ message }) => message.type),
    close,
  };
}
