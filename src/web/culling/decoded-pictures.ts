import type { PreviewSource } from '../../contract/preview.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { loadPreview } from '../api/preview-load.ts';
import { previewUrl, type PreviewSize } from '../api/preview-url.ts';
import { Signal } from '../stores/store.ts';

/** A picture that is decoded and can be shown at once. */
export interface Decoded {
  element: HTMLImageElement;
  blob: Blob;
  isStale: boolean;
  source: PreviewSource | null;
}
export interface Wanted {
  image: Pick<ImageRecord, 'id' | 'preview_version'>;
  size: PreviewSize;
  /** Without edits. */
  original?: boolean;
}
interface Entry {
  decoded: Decoded | null;
  bytes: number;
  stop: AbortController;
}

const addressOf = ({ image, size, original = false }: Wanted) => previewUrl(image, size, { original });

const AT_ONCE = 3;
const BYTES_PER_PIXEL = 4;

/**
 * Loads and decodes the pictures that are likely to come next. The least wanted are released first, so that all of them stay within `mostBytes`
 * of pixels.
 */
export class DecodedPictures {
  private readonly entries = new Map<string, Entry>();
  private readonly told = new Signal();
  private wanted: { address: string; load: Wanted }[] = [];
  private loading = 0;
  /** How many of the wanted are on the page. */
  private needed = 0;
  /** A wanted picture had no room. */
  private isFull = false;

  private readonly mostBytes: number;

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  subscribe = this.told.subscribe;

  get(wanted: Wanted): Decoded | null {
    return this.entries.get(addressOf(wanted))?.decoded ?? null;
  }

  /** The most important first. The first `needed` are on the page and stay, however large they are. */
  want(list: readonly Wanted[], needed: number): void {
    this.needed = needed;
    this.isFull = false;
    this.wanted = list.map((load) => ({ address: addressOf(load), load }));
    const addresses = new Set(this.wanted.map(({ address }) => address));
    for (const [address, { decoded, stop }] of this.entries)
      if (!addresses.has(address) && decoded === null) {
        stop.abort();
        this.entries.delete(address);
      }
    this.keepWithin();
    this.loadNext();
  }

  /** Pixels in memory, in bytes. */
  get bytes(): number {
    return [...this.entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  release(): void {
    this.wanted = [];
    for (const address of [...this.entries.keys()]) this.drop(address);
  }

  private loadNext(): void {
    for (const [rank, { address, load }] of this.wanted.entries()) {
      if (this.loading >= AT_ONCE || (this.isFull && rank >= this.needed)) return;
      if (!this.entries.has(address)) void this.load(address, load);
    }
  }

  private async load(address: string, { image, size, original = false }: Wanted): Promise<void> {
    const entry: Entry = { decoded: null, bytes: 0, stop: new AbortController() };
    this.entries.set(address, entry);
    let counts = true;
    this.loading++;
    const free = () => {
      if (counts) this.loading--;
      counts = false;
    };
    try {
      // A preview that darktable has yet to render must not hold up the others.
      const waits = () => {
        free();
        this.loadNext();
      };
      const outcome = await loadPreview(image, size, {
        signal: entry.stop.signal,
        original,
        onWaiting: waits,
      });
      if ('failure' in outcome) return;
      const element = new Image();
      element.decoding = 'sync';
      element.draggable = false;
      element.src = outcome.url;
      await element.decode();
      if (this.entries.get(address) !== entry) return;
      entry.bytes = element.naturalWidth * element.naturalHeight * BYTES_PER_PIXEL;
      entry.decoded = { element, blob: outcome.blob, isStale: outcome.isStale, source: outcome.source };
      this.keepWithin();
      this.told.tell();
    } catch {
      // No longer wanted, or broken: the pane says so.
    } finally {
      free();
      this.loadNext();
    }
  }

  private keepWithin(): void {
    const rank = new Map(this.wanted.map(({ address }, at) => [address, at]));
    const rankOf = (address: string) => rank.get(address) ?? Infinity;
    const leastWanted = [...this.entries]
      .filter(([address, { decoded }]) => decoded !== null && rankOf(address) >= this.needed)
      .map(([address]) => address)
      .sort((one, other) => rankOf(other) - rankOf(one));
    for (const address of leastWanted) {
      if (this.bytes <= this.mostBytes) return;
      // Loading it again would only displace another one.
      if (rank.has(address)) this.isFull = true;
      this.drop(address);
    }
  }

  private drop(address: string): void {
    const entry = this.entries.get(address);
    if (!entry) return;
    entry.stop.abort();
    this.entries.delete(address);
  }
}
