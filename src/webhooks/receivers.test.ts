import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownCertificate } from '../testing/webdav-servers.ts';
import { webhookReceiver } from '../testing/webhook-receiver.ts';
import { failing, temporaryFolder, webhookStage } from '../testing/webhook-stage.ts';

describe('a program that answers strangely', () => {
  test('one that never answers fails after its time, and holds no other up; never are two in flight to it', async () => {
    const [slow, quick] = [await webhookReceiver(), await webhookReceiver()];
    slow.answer(() => undefined);
    const { add, say, webhooks } = webhookStage({ timeoutMs: 300 });
    const { webhook } = add(slow.url);
    add(quick.url);
    say(1, 2, 3);
    await quick.until(3);
    await failing(webhooks, webhook.id, /No answer came within 0.3 seconds/);
    expect(slow.told).toHaveLength(1);
  });

  test('an answer without an end is taken by its status, and its beginning kept', async () => {
    const receiver = await webhookReceiver();
    receiver.answer((response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write('thanks '.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    const { add, say, webhooks } = webhookStage();
    const { webhook } = add(receiver.url);
    say(1, 2);
    await receiver.until(2);
    await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
    const [delivery] = webhooks.deliveries(webhook.id);
    expect(delivery).toMatchObject({ state: 'delivered', status: 200 });
    expect(delivery!.answer).toBe('thanks '.repeat(72).slice(0, 500));
  });

  test('a redirect is not followed', async () => {
    const [receiver, other] = [await webhookReceiver(), await webhookReceiver()];
    receiver.answer((response) => void response.writeHead(307, { location: other.url }).end());
    const { add, say, webhooks } = webhookStage();
    const { webhook } = add(receiver.url);
    say(1);
    await failing(webhooks, webhook.id, /307 Temporary Redirect. Redirects are not followed/);
    expect(other.told).toEqual([]);
  });

  test('a certificate that nobody trusts gets nothing; one that is trusted must be of that name', async () => {
    const folder = temporaryFolder();
    const { key, certificate } = ownCertificate(folder);
    const pem = { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') };
    const receiver = await webhookReceiver(pem);
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    const { add, say, webhooks } = webhookStage({ resolve });
    const { webhook } = add(`https://localhost:${receiver.port}/`);
    say(1);
    await failing(webhooks, webhook.id, /certificate/);
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, pem.cert]);
    onTestFinished(() => setDefaultCACertificates(before));
    await webhooks.change(webhook.id, { url: `https://other.example:${receiver.port}/`, allow_private: true });
    await failing(webhooks, webhook.id, /altnames|does not match/);
    expect(receiver.told).toEqual([]);
    await webhooks.change(webhook.id, { url: `https://localhost:${receiver.port}/` });
    await receiver.until(1);
  });
});

describe('where it may go', () => {
  test('a name that leads into the private network is refused until that is allowed', async () => {
    const receiver = await webhookReceiver();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    const { add, say, webhooks } = webhookStage({ resolve });
    const { webhook } = add(`https://camera.example:${receiver.port}/`);
    say(1);
    await failing(webhooks, webhook.id, /leads to 127.0.0.1, in this computer. Allow private addresses/);
    await webhooks.change(webhook.id, { allow_private: true });
    // It gets as far as a server that speaks no TLS.
    await failing(webhooks, webhook.id, /SSL|EPROTO|wrong version/);
  });

  test('a name is asked for once for each delivery: what it would lead to the next time is connected to by nobody', async () => {
    const receiver = await webhookReceiver();
    const asked: string[] = [];
    const resolve = (hostname: string) => {
      asked.push(hostname);
      return Promise.resolve([{ address: asked.length === 1 ? '127.0.0.1' : '192.168.1.1', family: 4 as const }]);
    };
    const { add, say, webhooks } = webhookStage({ resolve });
    const { webhook } = add(`http://localhost:${receiver.port}/`);
    say(1);
    await receiver.until(1);
    await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
    expect([asked, receiver.told[0]!.headers.host]).toEqual([['localhost'], `localhost:${receiver.port}`]);
    say(2);
    await failing(webhooks, webhook.id, /leads to 192.168.1.1, which is reached by https/);
    expect(receiver.told).toHaveLength(1);
  });

  test.each([
    'https://10.1.2.3/',
    'https://[fd00::1]/',
    'https://[::ffff:192.168.1.1]/',
    'https://3232235777/',
    'https://0300.0250.1.1/',
    'https://192.168.1.1./',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://169.254.169.254/latest',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::7f00:1]/',
  ])('%s is refused at once', (url) => {
    expect(() => webhookStage().add(url)).toThrow(/leads to/);
  });
});
