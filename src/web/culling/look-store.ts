import { Store, useStore } from '../stores/store.ts';
import { type Look, WHOLE } from './picture-place.ts';

interface Seen {
  look: Look;
  /** A single step is animated; a drag is followed at once. */
  isStep: boolean;
}

/** The look that all panes share, and each picture's offset from it: hand-held frames never match. Outside of React, so that only panes redraw. */
export class LookStore {
  private readonly seen = new Store<Seen>({ look: WHOLE, isStep: false });
  private readonly offsets = new Map<number, { x: number; y: number }>();

  subscribe = this.seen.subscribe;
  snapshot = this.seen.snapshot;

  set(look: Look, isStep = false): void {
    this.seen.set({ look, isStep });
  }

  /** The next picture appears without animation. */
  cut(): void {
    const { look, isStep } = this.seen.snapshot();
    if (isStep) this.set(look);
  }

  /** The look at one picture. */
  of(id: number): Look {
    const { look } = this.seen.snapshot();
    const off = this.offsets.get(id);
    return off ? { ...look, x: look.x + off.x, y: look.y + off.y } : look;
  }

  /** The shared look at which this picture has the given one. */
  without(id: number, look: Look): Look {
    const off = this.offsets.get(id);
    return off ? { ...look, x: look.x - off.x, y: look.y - off.y } : look;
  }

  /** Moves one picture alone. */
  moveAlone(id: number, x: number, y: number): void {
    const off = this.offsets.get(id) ?? { x: 0, y: 0 };
    this.offsets.set(id, { x: off.x + x, y: off.y + y });
    this.set(this.seen.snapshot().look);
  }

  /** Links the panes; each picture keeps its offset. */
  link(lead: Look, looks: ReadonlyMap<number, Look>): void {
    for (const [id, { x, y }] of looks) this.offsets.set(id, { x: x - lead.x, y: y - lead.y });
    this.set(lead);
  }
}

export const useLook = (store: LookStore): Seen => useStore(store);
