import { rmSync } from 'node:fs';
import { z } from 'zod';
import type { TailscaleStatus } from '../../contract/remote-access.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { readOrdinaryFile } from '../../platform/ordinary-file.ts';
import { writePrivateFile } from '../../settings/private-file.ts';
import { checkVersion, serve, served, unserve } from './tailscale-command.ts';

const LOOK_MS = 60_000;

export interface TailscaleOptions {
  /** null: it is not installed. */
  program: string | null;
  /** Opens the door to which Tailscale leads. */
  openDoor: () => Promise<{ port: number; close(): void }>;
  /** Where it is noted what was set. */
  note: string;
  log: Log;
  lookMs?: number;
}

const Note = z.object({ proxy: z.string() });

/** `tailscale serve` leads here while this is open. What others have set there stays. */
export class Tailscale {
  readonly #options: TailscaleOptions;
  readonly #timer: NodeJS.Timeout;
  #door: { port: number; close(): void } | null = null;
  #name: string | null = null;
  #problem: string | null = null;
  #isClosed = false;
  #look: Promise<void> = Promise.resolve();

  constructor(options: TailscaleOptions) {
    this.#options = options;
    void this.look();
    this.#timer = setInterval(() => void this.look(), options.lookMs ?? LOOK_MS).unref();
  }

  status(): TailscaleStatus {
    const url = this.#name === null ? null : `https://${this.#name}`;
    const state = url !== null ? 'up' : this.#problem === null ? 'connecting' : 'waiting';
    return { state, url, problem: this.#problem };
  }

  /** The name under which it is reached; null: it is not. */
  name(): string | null {
    return this.#name;
  }

  /** Sets what is missing. */
  look(): Promise<void> {
    return (this.#look = this.#look.then(async () => {
      if (this.#isClosed) return;
      try {
        this.#name = await this.#set();
        this.#tell(null);
      } catch (error) {
        this.#name = null;
        this.#tell(reasonOf(error));
      }
    }));
  }

  /** Undoes what was set, if it is still what was set. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#look;
    const { program, note, log } = this.#options;
    await undoTailscale(program, note, log);
    this.#door?.close();
  }

  async #set(): Promise<string> {
    const { program, openDoor, note } = this.#options;
    if (program === null) throw new Error('Tailscale is not installed on this computer.');
    await checkVersion(program);
    this.#door ??= await openDoor();
    const proxy = `http://127.0.0.1:${this.#door.port}`;
    let now = await served(program);
    // A Safelight that was killed has left it.
    if (now.proxy !== null && now.proxy !== proxy && now.proxy === noted(note)) {
      await unserve(program);
      now = await served(program);
    }
    if (now.proxy !== proxy) {
      if (now.proxy !== null || now.isOfOthers)
        throw new Error(
          `Port 443 of Tailscale leads to ${now.proxy ?? 'something else'} already, and Safelight leaves it so. Run "tailscale serve status" to see what it is.`,
        );
      writePrivateFile(note, JSON.stringify({ proxy }));
      await serve(program, proxy);
      now = await served(program);
    }
    if (now.proxy !== proxy || now.name === null)
      throw new Error('Tailscale has not kept what was set. Run "tailscale serve status".');
    return now.name;
  }

  #tell(problem: string | null): void {
    const { log } = this.#options;
    if (problem === this.#problem) return;
    this.#problem = problem;
    if (problem !== null) log.warn({ reason: problem }, 'Tailscale does not lead here');
  }
}

const noted = (note: string): string | null => {
  try {
    return Note.parse(JSON.parse(readOrdinaryFile(note, 'utf8'))).proxy;
  } catch {
    return null;
  }
};

/** Takes away what this or a killed Safelight has set, and nothing else. */
export async function undoTailscale(program: string | null, note: string, log: Log): Promise<void> {
  const proxy = noted(note);
  if (proxy === null || program === null) return;
  try {
    if ((await served(program)).proxy === proxy) await unserve(program);
    rmSync(note, { force: true });
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'Tailscale still leads to a port of Safelight');
  }
}
