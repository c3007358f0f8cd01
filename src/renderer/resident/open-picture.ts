import { applySidecar, Develop } from './develop.ts';
import { importPicture } from './import-picture.ts';
import type { Libdarktable } from './libdarktable.ts';
import { DRAFT, Pipe, type Rendered, WHOLE } from './pipe.ts';
import { moduleValues } from './module-defaults.ts';
import { areaColors } from './area-colors.ts';
import { inputHistogram } from './input-histogram.ts';
import { readInput } from './module-input.ts';
import { modulePlaces } from './find-module-places.ts';
import {
  isPlain,
  type Development,
  type InputWanted,
  type ModuleValues,
  type PointsFound,
  type Size,
  type Told,
  type View,
} from './protocol.ts';

/** A picture that darktable has decoded, with its develop and its pipes. */
export class OpenPicture {
  readonly #darktable: Libdarktable;
  readonly #file: string;
  #image: number;
  readonly #sidecar: string;
  readonly #limitBytes: number;
  #develop: Develop | null = null;
  #shown: Development | null = null;
  #pipes: { whole: Pipe | null; draft: Pipe | null } = { whole: null, draft: null };

  /** `sidecar`: the file to give histories to darktable. `limitBytes`: of the process. */
  constructor(darktable: Libdarktable, picture: string, sidecar: string, limitBytes: number) {
    this.#darktable = darktable;
    this.#limitBytes = limitBytes;
    this.#sidecar = sidecar;
    this.#file = picture;
    this.#image = importPicture(this.#darktable, this.#file);
  }

  /** Its decoded pixels. */
  get megapixels(): number {
    const { width = 0, height = 0 } = this.#pipes.whole?.input ?? {};
    return (width * height) / 1e6;
  }

  measure(development: Development): Size {
    const develop = this.#developed(development);
    return this.#wholePipe().measure(develop);
  }

  render(
    development: Development,
    view: View,
    { isDraft, isAwaited }: { isDraft: boolean; isAwaited: boolean },
  ): Rendered {
    const develop = this.#developed(development);
    if (isDraft) return this.#draftPipe().render(develop, view, isAwaited);
    // The whole takes much memory for moments. What drafts have cached is soon made again.
    this.#pipes.draft?.forgetPixels();
    return this.#wholePipe().render(develop, view, isAwaited);
  }

  /** What it has of these modules. Throws for a darktable that keeps them in an unknown way. */
  modules(development: Development, operations: readonly string[]): ModuleValues[] {
    return moduleValues(this.#darktable, this.#developed(development), operations, this.#places());
  }

  /** The colors that reach a module. Throws for a darktable that keeps its modules in an unknown way. */
  input(development: Development, { area, ...module }: InputWanted['input']): Pick<Told, 'colors' | 'histogram'> {
    const read = <Read>(how: (pixels: Float32Array, size: Size) => Read) =>
      readInput(this.#darktable, this.#developed(development), this.#image, module, this.#places(), how);
    return area === null
      ? { histogram: read(inputHistogram) }
      : { colors: read((pixels, size) => areaColors(pixels, size, area)) };
  }

  /** Where places of the picture are once all modules have moved them. */
  points(development: Development, points: readonly number[]): PointsFound {
    const develop = this.#developed(development);
    return this.#wholePipe().moved(develop, points);
  }

  close(): void {
    this.#dropPipes();
    this.#dropDevelop();
    // Also removes its pixels from darktable's cache, so that a changed file is read anew.
    this.#darktable.dt_image_remove(this.#image);
  }

  #developed(next: Development): Develop {
    if (this.#develop && isSame(next, this.#shown)) return this.#develop;
    // What darktable adds to a history by itself depends on what it knows of the image from before.
    if (this.#shown && (isPlain(next) || isPlain(this.#shown))) {
      this.close();
      this.#image = importPicture(this.#darktable, this.#file);
      this.#shown = null;
    }
    const params = this.#develop?.followParams(next) ?? null;
    if (this.#develop && params) {
      for (const pipe of this.#openPipes()) pipe.follow(this.#develop, params);
      this.#shown = next;
      return this.#develop;
    }
    applySidecar(this.#darktable, this.#image, next, this.#sidecar);
    if (next.uncached !== this.#shown?.uncached) this.#dropPipes();
    if (this.#develop?.canFollow(next) !== true) this.#dropDevelop();
    this.#develop ??= new Develop(this.#darktable, this.#image);
    const changed = this.#develop.follow(next);
    for (const pipe of this.#openPipes()) pipe.follow(this.#develop, changed);
    this.#shown = next;
    return this.#develop;
  }

  #places() {
    return modulePlaces(this.#darktable, this.#sidecar);
  }

  #wholePipe(): Pipe {
    return (this.#pipes.whole ??= new Pipe(this.#darktable, this.#image, WHOLE, this.#limitBytes));
  }

  #draftPipe(): Pipe {
    return (this.#pipes.draft ??= new Pipe(this.#darktable, this.#image, DRAFT, this.#limitBytes));
  }

  #openPipes(): Pipe[] {
    return [this.#pipes.whole, this.#pipes.draft].filter((pipe) => pipe !== null);
  }

  #dropPipes(): void {
    for (const pipe of this.#openPipes()) pipe.free();
    this.#pipes = { whole: null, draft: null };
  }

  #dropDevelop(): void {
    for (const pipe of this.#openPipes()) pipe.leaveDevelop();
    this.#develop?.free();
    this.#develop = null;
  }
}

const isSame = (one: Development, other: Development | null) => one.xmp === other?.xmp;
