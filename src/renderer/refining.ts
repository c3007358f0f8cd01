import type { Log } from '../platform/log.ts';
import { FinePreviews } from './fine-previews.ts';
import type { PictureMaker } from './picture-maker.ts';
import { type RenderContext, renderImage, type WantedPreviews } from './render-image.ts';

export interface RefiningOptions {
  library: RenderContext['library'];
  wanted: (id: number) => WantedPreviews;
  /** Safelight is closing. */
  stopping: AbortSignal;
  log: Log;
}

/** Renders quick previews again in full quality, one at a time, while no job is waiting: see [Note: Quick first]. */
export class Refining {
  readonly #options: RefiningOptions;
  readonly #fine = new FinePreviews();
  #underWay: { id: number; stop: AbortController } | null = null;

  constructor(options: RefiningOptions) {
    this.#options = options;
  }

  /** `id`: the image that is being refined. */
  state(): { id: number | null; waiting: number } {
    return { id: this.#underWay?.id ?? null, waiting: this.#fine.count() };
  }

  /** `sidecar`: the development that the quick previews show. */
  add(id: number, sidecar: string): void {
    this.#fine.add(id, sidecar);
  }

  clear(): void {
    this.#fine.clear();
  }

  get isUnderWay(): boolean {
    return this.#underWay !== null;
  }

  /** Whether an image waits for its turn, and no other has it. */
  get isDue(): boolean {
    return !this.isUnderWay && this.#fine.count() > 0;
  }

  /** Refines the next image. Resolves when that has ended, and never rejects; null: there is none. */
  begin(maker: PictureMaker): Promise<void> | null {
    const next = this.#fine.take();
    if (!next) return null;
    const stop = new AbortController();
    this.#underWay = { id: next.id, stop };
    return this.#refine(next, maker, stop).finally(() => (this.#underWay = null));
  }

  /** The image waits for its turn again. */
  interrupt(): void {
    this.#underWay?.stop.abort(new Error('A more urgent picture is waiting.'));
  }

  /** Nobody asked for it, and the existing previews stay. */
  async #refine(
    { id, sidecar }: { id: number; sidecar: string },
    maker: PictureMaker,
    stop: AbortController,
  ): Promise<void> {
    const { library, wanted, stopping, log } = this.#options;
    const signal = AbortSignal.any([stopping, stop.signal]);
    try {
      const rendered = await renderImage({ ...wanted(id), job: 'refine', shows: sidecar }, { library, maker, signal });
      if (rendered.is === 'done') rendered.settle(true);
    } catch (error) {
      if (stop.signal.aborted) this.#fine.add(id, sidecar);
      else log.debug({ err: error, id }, 'A preview could not be rendered in full quality');
    }
  }
}
