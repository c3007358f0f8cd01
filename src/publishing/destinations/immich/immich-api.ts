import type { ZodType } from 'zod';
import { DestinationFailure } from '../destination.ts';
import type { HttpAnswer, HttpClient } from '../http/http-client.ts';
import { ask, refusedBy } from '../services/ask.ts';
import { jsonAnswer, notUnderstood } from '../services/json-answer.ts';
import type { Multipart } from '../services/multipart.ts';
import { Refusal } from './answers.ts';

/** It is not there, or this account may not see it: the server tells no difference. */
export class Absent extends DestinationFailure {
  constructor(what: string) {
    super('changed_there', what);
  }
}

/** Immich's HTTP interface: what is sent, and what its refusals mean. */
export class ImmichApi {
  readonly #base: string;
  readonly #key: string;
  readonly #client: HttpClient;

  /** The address may be that of the page, or of the interface below it. */
  constructor(address: string, key: string, client: HttpClient) {
    this.#base = `${address.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
    this.#key = key;
    this.#client = client;
  }

  async get<T>(path: string, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    return jsonAnswer(schema, textOf(await this.#ask('GET', path, { writes: false, signal })));
  }

  /** A question that needs a body, and changes nothing. */
  async query<T>(path: string, body: object, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    return jsonAnswer(schema, textOf(await this.#json('POST', path, body, false, signal)));
  }

  async change<T>(method: string, path: string, body: object, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    return jsonAnswer(schema, textOf(await this.#json(method, path, body, true, signal)));
  }

  /** A change whose answer says nothing: 204. */
  async order(method: string, path: string, body: object, signal: AbortSignal): Promise<void> {
    const answer = await this.#json(method, path, body, true, signal);
    if (answer.status !== 204) throw notUnderstood(textOf(answer));
  }

  async upload<T>(body: Multipart, sha1: string, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    const headers = { 'x-immich-checksum': sha1 };
    return jsonAnswer(schema, textOf(await this.#ask('POST', '/assets', { writes: true, signal, body, headers })));
  }

  #json(method: string, path: string, body: object, writes: boolean, signal: AbortSignal): Promise<HttpAnswer> {
    const headers = { 'content-type': 'application/json' };
    return this.#ask(method, path, { writes, signal, body: JSON.stringify(body), headers });
  }

  async #ask(
    method: string,
    path: string,
    question: { writes: boolean; signal: AbortSignal; body?: string | Multipart; headers?: Record<string, string> },
  ): Promise<HttpAnswer> {
    const headers = { 'x-api-key': this.#key, ...question.headers };
    const address = `${this.#base}${path}`;
    const answer = await ask(this.#client, { ...question, method, address, headers });
    if (answer.status < 200 || answer.status >= 300) {
      throw refusal(answer, question.writes);
    }
    return answer;
  }
}

function refusal(answer: HttpAnswer, writes: boolean): DestinationFailure {
  const message = messageOf(textOf(answer));
  const { status } = answer;
  // Proxies answer so as well, for what is there: such a page is no word of Immich.
  if (message === null) {
    return status === 400 || status === 404 ? notUnderstood(textOf(answer)) : refusedBy('Immich', answer, writes);
  }
  const right = /permission:? ([a-zA-Z.]+)/.exec(message)?.[1];
  if (status === 403 && right) return new DestinationFailure('person', `The API key lacks the right ${right}.`);
  if (status === 401) return new DestinationFailure('person', `Immich does not take the API key: ${message}`);
  if (status !== 400 && status !== 404) return refusedBy('Immich', answer, writes);
  if (/^Not found or no [a-zA-Z.]+ access|^(Asset|Album) not found/.test(message)) return new Absent(message);
  if (/quota/i.test(message)) return new DestinationFailure('person', `The account's space is used up: ${message}`);
  if (/unsupported file type/i.test(message)) return new DestinationFailure('never', message);
  return notUnderstood(message);
}

const textOf = ({ body }: HttpAnswer) => body.toString();

function messageOf(text: string): string | null {
  try {
    return [jsonAnswer(Refusal, text).message].flat().join('; ');
  } catch {
    return null;
  }
}
