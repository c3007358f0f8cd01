import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startApp } from '../testing/start-app.ts';

describe('a page of a stranger', () => {
  const askAs = (url: string, host: string) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const question = request(`${url}/health`, { headers: { host } }, (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode, body }));
      });
      question.on('error', reject).end();
    });

  test('that makes its own name point here is refused', async () => {
    const app = await startApp();
    for (const host of [
      'evil.example',
      'evil.example:4380',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'user@127.0.0.1',
    ]) {
      const answer = await askAs(app.url, host);
      expect(answer.status, host).toBe(421);
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'misdirected_host' });
    }
    for (const host of ['localhost', 'localhost:1', '127.0.0.1', '[::1]:4380', 'LOCALHOST']) {
      expect((await askAs(app.url, host)).status, host).toBe(200);
    }
  });

  test.each([
    ['two hosts', ['Host', 'localhost', 'Host', 'evil.example']],
    ['one host twice', ['Host', 'localhost', 'host', 'localhost']],
    ['no host', []],
  ])('that names %s is refused, whatever it asks for', async (_title, hosts) => {
    const app = await startApp({ library: 1 });
    const authorization = ['Authorization', `Bearer ${await app.token()}`];
    // Twice: the second answer is remembered.
    for (let time = 0; time < 2; time += 1) await app.get('/api/v1/images');
    for (const path of ['/health', '/', '/api/v1/images', '/oauth/token']) {
      const question = request(app.url + path, { headers: [...hosts, ...authorization], setHost: false, agent: false });
      const [answer] = (await once(question.end(), 'response')) as [IncomingMessage];
      expect([path, answer.statusCode, await json(answer)]).toEqual([
        path,
        400,
        { error: 'invalid_request', detail: expect.stringContaining('Host header') as string },
      ]);
    }
  });

  test('may not read answers across origins', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const { headers } = await app.ask('GET', '/api/v1/images', { headers: { origin: 'https://evil.example' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('cannot leave the folders that are served', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    await writeFile(join(app.folder, 'secret.txt'), 'secret');
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/..%5c..%5cpackage.json',
      '/assets/....//....//package.json',
      '/%00',
    ]) {
      const text = await rawGet(app.url, path);
      expect(text, path).not.toMatch(/"name": "safelight"|^secret$/m);
    }
  });
});

/** fetch would normalize the path before sending it. */
function rawGet(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const question = request({ hostname, port, path }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => resolve(body));
    });
    question.on('error', reject).end();
  });
}
