import type { ZodType } from 'zod';
import { DestinationFailure } from '../destination.ts';
import type { HttpAnswer, HttpClient } from '../http/http-client.ts';
import { ask, refusedBy } from '../services/ask.ts';
import { excerptOf, jsonAnswer } from '../services/json-answer.ts';
import { type FileField, multipart } from '../services/multipart.ts';
import { Reply, Status } from './answers.ts';

/** An API key `pkid…:secret` (from 16.1 on), or a session. */
export type PiwigoAccess = { key: string } | { user: string; password: string };

export type Params = Record<string, string | number | readonly string[]>;

/** Piwigo's own "no", with its code: `{ stat: 'fail' }`, often with HTTP 200. */
export class PiwigoRefusal extends DestinationFailure {
  readonly code: number;

  constructor(code: number, message: string) {
    super(kindOf(code), message);
    this.code = code;
  }
}

const kindOf = (code: number) =>
  code === 401 || code === 403 ? 'person' : code >= 500 && code < 600 ? 'later' : 'unknown';

/** Piwigo's web service: `ws.php`, one method a request, all by POST. */
export class PiwigoApi {
  readonly #address: string;
  readonly #access: PiwigoAccess;
  readonly #client: HttpClient;
  #cookies = new Map<string, string>();
  #status: Status | null = null;

  /** The address may be that of a page of the gallery. */
  constructor(address: string, access: PiwigoAccess, client: HttpClient) {
    this.#address = `${address.replace(/\/(index|identification|admin|ws)\.php.*$/, '').replace(/\/+$/, '')}/ws.php`;
    this.#access = access;
    this.#client = client;
  }

  /** Who this is, asked anew. Throws 'person' unless it is an administrator: Piwigo answers guests as well, with less. */
  async checkStatus(signal: AbortSignal): Promise<Status> {
    await this.#logIn(signal);
    const status = jsonAnswer(Status, JSON.stringify(await this.#ask('pwg.session.getStatus', {}, false, signal)));
    this.#status = status;
    if (status.status === 'guest') {
      const isKey = 'key' in this.#access;
      const why = isKey ? 'Piwigo does not know the API key: it needs 16.1 or newer' : 'Piwigo has ended the session';
      this.#forget();
      throw new DestinationFailure('person', `${why}.`);
    }
    if (status.status !== 'webmaster' && status.status !== 'admin') {
      throw new DestinationFailure('person', `${status.username} is no administrator of this Piwigo.`);
    }
    return status;
  }

  /** As it was when it was asked the last time. */
  async status(signal: AbortSignal): Promise<Status> {
    return this.#status ?? (await this.checkStatus(signal));
  }

  /** Whether this version has it: Piwigo says which one it is to administrators, and to everybody who asks. */
  async isFrom(major: number, signal: AbortSignal): Promise<boolean> {
    const version = (await this.status(signal)).version ?? '11';
    return Number.parseInt(version, 10) >= major;
  }

  query<T>(method: string, params: Params, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    return this.#call(method, params, schema, { writes: false, signal });
  }

  change<T>(
    method: string,
    params: Params,
    schema: ZodType<T>,
    signal: AbortSignal,
    file: FileField | null = null,
  ): Promise<T> {
    return this.#call(method, params, schema, { writes: true, signal, file });
  }

  async token(signal: AbortSignal): Promise<string> {
    const { pwg_token: token } = await this.status(signal);
    if (token === undefined) throw new DestinationFailure('unknown', 'Piwigo gives no token to remove anything with.');
    return token;
  }

  async #call<T>(
    method: string,
    params: Params,
    schema: ZodType<T>,
    { writes, signal, file = null }: { writes: boolean; signal: AbortSignal; file?: FileField | null },
  ): Promise<T> {
    await this.status(signal);
    const result = await this.#ask(method, params, writes, signal, file).catch(async (error: unknown) => {
      // A session ends; what was refused was not done.
      if (!(error instanceof PiwigoRefusal) || error.code !== 401 || 'key' in this.#access) throw error;
      this.#forget();
      await this.checkStatus(signal);
      return this.#ask(method, params, writes, signal, file);
    });
    return jsonAnswer(schema, JSON.stringify(result ?? null));
  }

  async #logIn(signal: AbortSignal): Promise<void> {
    if ('key' in this.#access || this.#cookies.size > 0) return;
    const { user, password } = this.#access;
    await this.#ask('pwg.session.login', { username: user, password }, false, signal).catch((error: unknown) => {
      if (!(error instanceof PiwigoRefusal)) throw error;
      throw new DestinationFailure('person', `Piwigo does not take the password of ${user}: ${error.message}`);
    });
  }

  #forget(): void {
    this.#cookies = new Map();
    this.#status = null;
  }

  async #ask(
    method: string,
    params: Params,
    writes: boolean,
    signal: AbortSignal,
    file: FileField | null = null,
  ): Promise<unknown> {
    const answer = await ask(this.#client, {
      method: 'POST',
      address: `${this.#address}?format=json&method=${method}`,
      headers: this.#headers(),
      body: multipart(Object.entries(params).flatMap(fieldsOf), file),
      writes,
      signal,
    });
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    return resultOf(answer, writes);
  }

  #headers(): Record<string, string> {
    if ('key' in this.#access) return { 'X-PIWIGO-API': this.#access.key };
    if (this.#cookies.size === 0) return {};
    return { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }
}

const fieldsOf = ([name, value]: [string, Params[string]]): [string, string][] =>
  typeof value === 'object' ? value.map((one) => [`${name}[]`, one]) : [[name, String(value)]];

/** Piwigo's own answer counts more than the number that a proxy or PHP put above it. */
function resultOf(answer: HttpAnswer, writes: boolean): unknown {
  const text = answer.body.toString();
  const reply = replyOf(text);
  if (reply?.stat === 'ok' && answer.status === 200) return reply.result;
  if (reply?.stat === 'fail') throw new PiwigoRefusal(reply.err, `Piwigo: ${excerptOf(reply.message)} (${reply.err}).`);
  if (answer.status !== 200) throw refusedBy('Piwigo', answer, writes);
  // It ends so in the middle of a request.
  if (/(unexpected|forbidden) file type$/.test(text.trim())) {
    throw new DestinationFailure('never', 'Piwigo does not take files of this kind.');
  }
  return jsonAnswer(Reply, text);
}

function replyOf(text: string) {
  try {
    return jsonAnswer(Reply, text);
  } catch {
    return null;
  }
}
