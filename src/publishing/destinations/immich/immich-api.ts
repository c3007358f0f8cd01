import type { ZodType } from 'zod';
import { DestinationFailure } from '../destination.ts';
import { ask, type Fetch, type Patience } from '../services/ask.ts';
import { type Answer, excerptOf, notUnderstood, statusFailure } from '../services/failures.ts';
import { jsonAnswer } from '../services/json-answer.ts';
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
  readonly #fetch: Fetch;
  readonly #patience: Patience;

  /** The address may be that of the page, or of the interface below it. */
  constructor(address: string, key: string, fetch: Fetch, patience: Patience) {
    this.#base = `${address.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
    this.#key = key;
    this.#fetch = fetch;
    this.#patience = patience;
  }

  async get<T>(path: string, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    return jsonAnswer(schema, (await this.#ask('GET', path, { writes: false, signal })).text);
  }

  /** A question that needs a body, and changes nothing. */
  async query<T>(path: string, body: object, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    return jsonAnswer(schema, (await this.#json('POST', path, body, false, signal)).text);
  }

  async change<T>(method: string, path: string, body: object, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    return jsonAnswer(schema, (await this.#json(method, path, body, true, signal)).text);
  }

  /** A change whose answer says nothing: 204. */
  async order(method: string, path: string, body: object, signal: AbortSignal): Promise<void> {
    const answer = await this.#json(method, path, body, true, signal);
    if (answer.status !== 204) throw notUnderstood(answer.text);
  }

  async upload<T>(body: Multipart, sha1: string, schema: ZodType<T>, signal: AbortSignal): Promise<T> {
    const headers = { 'x-immich-checksum': sha1 };
    return jsonAnswer(schema, (await this.#ask('POST', '/assets', { writes: true, signal, body, headers })).text);
  }

  #json(method: string, path: string, body: object, writes: boolean, signal: AbortSignal): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.#ask(method, path, { writes, signal, body: JSON.stringify(body), headers });
  }

  async #ask(
    method: string,
    path: string,
    question: { writes: boolean; signal: AbortSignal; body?: string | Multipart; headers?: Record<string, string> },
  ): Promise<Answer> {
    const headers = { 'x-api-key': this.#key, ...question.headers };
    const answer = await ask(
      this.#fetch,
      { ...question, method, address: `${this.#base}${path}`, headers },
      this.#patience,
    );
    if (answer.status >= 400 || answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
      throw refusal(answer, question.writes);
    }
    return answer;
  }
}

function refusal(answer: Answer, writes: boolean): DestinationFailure {
  const message = messageOf(answer.text);
  const right = /permission:? ([a-zA-Z.]+)/.exec(message)?.[1];
  if (answer.status === 403 && right) {
    return new DestinationFailure('person', `The API key lacks the right ${right}.`);
  }
  if (answer.status === 401) return new DestinationFailure('person', `Immich does not take the API key: ${message}`);
  if (answer.status !== 400 && answer.status !== 404)
    return statusFailure(answer, writes) ?? notUnderstood(answer.text);
  // A person who lacks the account's right to a thing gets the same words as one who asks for what is gone.
  if (/^Not found or no [a-zA-Z.]+ access|^(Asset|Album) not found/.test(message)) return new Absent(message);
  if (/quota/i.test(message)) return new DestinationFailure('person', `The account's space is used up: ${message}`);
  if (/unsupported file type/i.test(message)) return new DestinationFailure('never', message);
  return notUnderstood(message);
}

/** Only what the server itself says in its form; a page of a proxy is no message of Immich. */
function messageOf(text: string): string {
  try {
    return [jsonAnswer(Refusal, text).message].flat().join('; ');
  } catch {
    return excerptOf(text);
  }
}
