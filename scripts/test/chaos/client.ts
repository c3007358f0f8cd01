import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../trial/stage.ts';

/** The outcome of a request; null: the server was killed during it, and it is unknown whether it was done. */
export type Answer = { status: number; body: unknown } | null;

/** Sends requests to a server that may die at any moment. */
export class ChaosClient {
  readonly stage: Stage;
  readonly #token: string;
  /** Answers that a kill does not explain. */
  readonly faults: string[] = [];
  answered = 0;
  cut = 0;
  /** Requests wait while there is no server. */
  #isUp: Promise<void> = Promise.resolve();

  constructor(stage: Stage, token: string) {
    this.stage = stage;
    this.#token = token;
  }

  /** Restarts the server. */
  async restart(): Promise<void> {
    await (this.#isUp = this.stage.start());
  }

  /** Resolves after this many more answers. */
  async hasAnswered(more: number): Promise<void> {
    const enough = this.answered + more;
    const deadline = Date.now() + 60_000;
    while (this.answered < enough && Date.now() < deadline) await sleep(5);
  }

  async ask(method: string, path: string, body?: object): Promise<Answer> {
    await this.#isUp;
    try {
      const answer = await fetch(this.stage.url + path, {
        method,
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      this.answered++;
      // While the index is rebuilt, as after a start, lists say so.
      if (answer.status >= 500 && !text.includes('index_building'))
        this.faults.push(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
      return { status: answer.status, body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') this.faults.push(`${method} ${path}: no answer within a minute`);
      this.cut++;
      return null;
    }
  }

  /** The body of an answer that must come. */
  async get<Body>(path: string): Promise<Body> {
    const answer = await this.ask('GET', path);
    if (answer?.status !== 200) throw new Error(`GET ${path} answered ${JSON.stringify(answer)}`);
    return answer.body as Body;
  }
}
