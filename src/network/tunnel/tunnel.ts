import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TunnelStatus } from '../../contract/remote-access.ts';
import { type BackOff, Restarts } from '../../platform/child-process.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { endLeftSsh, type SshProcess, sshArguments, startSsh } from './ssh-process.ts';
import { NO_SSH, type TunnelProblem, tunnelProblem } from './ssh-words.ts';
import type { TunnelTarget } from './tunnel-target.ts';
import { freePort } from '../../platform/free-port.ts';

/** The port of a dead session is free only when its host notices: minutes later, so it is tried for as long as the tunnel is wanted. */
const BACK_OFF: TunnelBackOff = { firstMs: 2_000, slowestMs: 120_000, resetAfterMs: 60_000, refusedMs: 300_000 };
/** How often it is asked whether the tunnel leads here, until it does and from then on. */
const SOON_MS = 500;
const LOOK_MS = 60_000;
const ASK_MS = 10_000;
/** Unanswered questions in a row after which the connection is taken for dead. */
const MOST_UNANSWERED = 3;

export interface TunnelBackOff extends BackOff {
  /** After a refusal that only people can mend: hosts shut out whoever tries often. */
  refusedMs: number;
}

export interface TunnelOptions {
  target: TunnelTarget;
  /** Opens the door to which the tunnel leads; whoever asks it for the path of the proof gets its answer. */
  openDoor: (proof: Proof) => Promise<{ port: number; close(): void }>;
  publicAddress: () => string | null;
  /** Where the ssh that runs is noted. */
  note: string;
  log: Log;
  /** Before the arguments; default: `ssh`. */
  ssh?: readonly string[];
  backOff?: TunnelBackOff;
  lookMs?: number;
}

export interface Proof {
  path: string;
  answer: string;
}

/** A tunnel that is kept open until it is closed. */
export class Tunnel {
  readonly #options: TunnelOptions;
  readonly #restarts: Restarts;
  readonly #proof: Proof = { path: `/.safelight-tunnel/${secret()}`, answer: secret() };
  #door: { port: number; close(): void } | null = null;
  #ssh: SshProcess | null = null;
  #state: TunnelStatus['state'] = 'connecting';
  #problem: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #unanswered = 0;
  #isClosed = false;

  constructor(options: TunnelOptions) {
    this.#options = options;
    this.#restarts = new Restarts(() => void this.#connect(), options.backOff ?? BACK_OFF);
    if (endLeftSsh(options.note)) options.log.warn('The tunnel of a Safelight that was killed has been closed');
    void this.#connect();
  }

  status(): Pick<TunnelStatus, 'state' | 'problem'> {
    return { state: this.#state, problem: this.#problem };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#restarts.stop();
    clearInterval(this.#timer);
    await this.#ssh?.end();
    this.#door?.close();
  }

  async #connect(): Promise<void> {
    const { target, openDoor, note, ssh = ['ssh'] } = this.#options;
    this.#restarts.noteStart();
    try {
      this.#door ??= await openDoor(this.#proof);
      // If it is taken meanwhile, ssh ends and is started again.
      const checkPort = await freePort();
      if (this.#isClosed) {
        this.#door.close();
        return;
      }
      this.#state = 'connecting';
      this.#unanswered = 0;
      const running = (this.#ssh = startSsh([...ssh, ...sshArguments(target, this.#door.port, checkPort)], note));
      this.#askAgain(checkPort, SOON_MS);
      this.#hasEnded(tunnelProblem(await running.ended, target));
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const words = isMissing ? NO_SSH : reasonOf(error);
      this.#hasEnded({ words, isLasting: isMissing });
    }
  }

  #hasEnded({ words, isLasting }: TunnelProblem): void {
    clearInterval(this.#timer);
    this.#ssh = null;
    if (this.#isClosed) return;
    this.#tell('waiting', words);
    const { refusedMs } = this.#options.backOff ?? BACK_OFF;
    this.#restarts.plan(isLasting ? refusedMs : 0);
  }

  #askAgain(checkPort: number, everyMs: number): void {
    clearInterval(this.#timer);
    let isAsking = false;
    this.#timer = setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      void this.#look(checkPort).finally(() => (isAsking = false));
    }, everyMs).unref();
  }

  /** Whether it leads here is known only by asking, as somebody on the host does; and as guests do, where their address is known. */
  async #look(checkPort: number): Promise<void> {
    const running = this.#ssh;
    const { lookMs = LOOK_MS } = this.#options;
    const isHere = await this.#isAnsweredAt(checkPort);
    const problem = isHere ? await this.#publicProblem() : null;
    if (this.#isClosed || running === null || this.#ssh !== running) return;
    if (isHere) {
      this.#unanswered = 0;
      if (this.#state !== 'up') this.#askAgain(checkPort, lookMs);
      this.#tell('up', problem);
      return;
    }
    this.#unanswered += 1;
    if (this.#state === 'up' && this.#unanswered >= MOST_UNANSWERED) void running.end();
    else if (this.#state === 'connecting' && this.#unanswered > (5 * ASK_MS) / SOON_MS) {
      const { host, port } = this.#options.target;
      this.#tell(
        'connecting',
        `ssh is connected with ${host}, but nothing comes back through the tunnel. Let the key reach port ${port} there: permitopen="127.0.0.1:${port}", AllowTcpForwarding yes.`,
      );
      this.#askAgain(checkPort, lookMs);
    }
  }

  async #isAnsweredAt(port: number): Promise<boolean> {
    try {
      const asked = request({ host: '127.0.0.1', port, path: this.#proof.path, agent: false, timeout: ASK_MS });
      asked.on('timeout', () => asked.destroy());
      const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
        asked.on('response', resolve).on('error', reject).end();
      });
      return (await text(answer)) === this.#proof.answer;
    } catch {
      return false;
    }
  }

  /** What is wrong with the public address; null: nothing, or there is none. */
  async #publicProblem(): Promise<string | null> {
    const address = this.#options.publicAddress();
    if (address === null) return null;
    const { host, port } = this.#options.target;
    const passOn = `A web server on ${host} must pass it on to 127.0.0.1:${port}, which sshd opens for that computer alone.`;
    try {
      const answer = await fetch(`${address}${this.#proof.path}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(ASK_MS),
      });
      if ((await answer.text()) === this.#proof.answer) return null;
      return `The tunnel is open, but ${address} leads elsewhere (status ${answer.status}). ${passOn}`;
    } catch (error) {
      const { cause } = error as { cause?: unknown };
      return `The tunnel is open, but ${address} does not answer (${reasonOf(cause ?? error)}). ${passOn}`;
    }
  }

  #tell(state: TunnelStatus['state'], problem: string | null): void {
    const { log, target } = this.#options;
    const isNews = state !== this.#state || problem !== this.#problem;
    this.#state = state;
    this.#problem = problem;
    if (!isNews) return;
    const { host, port } = target;
    if (problem !== null) log.warn({ reason: problem }, 'The tunnel does not lead here');
    else if (state === 'up') log.info({ host, port }, 'The tunnel is open');
  }
}

const secret = () => randomBytes(24).toString('base64url');
