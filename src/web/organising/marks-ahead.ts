import { useMemo } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { ImagePage } from '../api/images.ts';
import { queryClient } from '../api/query-client.ts';
import { Store, useStore, useStorePart } from '../stores/store.ts';
import { hasMarks, type Marks, withMarks } from './marks.ts';

/**
 * [Note: Marks ahead] What was decided is shown at once, before the service has stored it and the lists have followed. It lies over the records
 * and not in them: a list that was asked for a moment earlier, or comes while keys are pressed quickly, would take it back for a moment.
 * It goes when a record says the same, when the decision failed, and at the latest when the lists had time to follow.
 */

/** The lists follow within a second or two; after this, somebody else has changed the picture again. */
const FOLLOW_MS = 10_000;

interface Layer {
  marks: Map<number, Marks>;
  /** The service has stored it. */
  isStored: boolean;
}

export interface ShownMarks {
  stored: () => void;
  /** Those of these pictures, or all. */
  takeBack: (ids?: readonly number[]) => void;
}

class MarksAhead extends Store<readonly Layer[]> {
  /** All layers in one, by the id of a picture. */
  readonly #ahead = new Map<number, Marks>();

  constructor() {
    super([]);
  }

  of = (id: number): Marks | undefined => this.#ahead.get(id);

  /** Shows marks until the records have them, or they are taken back. */
  show(marks: Map<number, Marks>): ShownMarks {
    const layer: Layer = { marks, isStored: false };
    this.#follow([...this.snapshot(), layer], marks.keys());
    const takeBack = (ids: readonly number[] = [...marks.keys()]) => {
      if (!this.snapshot().includes(layer)) return;
      for (const id of ids) marks.delete(id);
      this.#follow(this.snapshot(), ids);
    };
    return {
      takeBack,
      stored: () => {
        layer.isStored = true;
        setTimeout(() => takeBack(), FOLLOW_MS);
      },
    };
  }

  /** Drops the marks that the records have by now. */
  compare(images: readonly ImageRecord[]): void {
    const layers = this.snapshot();
    const reached = images
      .filter((image) => {
        const marks = this.of(image.id);
        const isPending = layers.some((layer) => !layer.isStored && layer.marks.has(image.id));
        return marks && !isPending && hasMarks(image, marks);
      })
      .map(({ id }) => id);
    if (reached.length === 0) return;
    for (const { marks } of layers) for (const id of reached) marks.delete(id);
    this.#follow(layers, reached);
  }

  open(): void {
    queryClient.getQueryCache().subscribe((event) => {
      if (this.#ahead.size === 0 || event.type !== 'updated' || event.action.type !== 'success') return;
      const [kind, part] = event.query.queryKey as readonly unknown[];
      if (kind === 'image') this.compare([event.query.state.data as ImageRecord]);
      else if (kind === 'images' && part === 'page') this.compare((event.query.state.data as ImagePage).items);
    });
  }

  /** The marks of these pictures have changed. */
  #follow(layers: readonly Layer[], ids: Iterable<number>): void {
    const left = layers.filter(({ marks }) => marks.size > 0);
    for (const id of ids) {
      const over = left.flatMap(({ marks }) => marks.get(id) ?? []);
      if (over.length === 0) this.#ahead.delete(id);
      else this.#ahead.set(id, Object.assign({}, ...over) as Marks);
    }
    this.set(left);
  }
}

export const marksAhead = new MarksAhead();
export const showMarks = (marks: Map<number, Marks>): ShownMarks => marksAhead.show(marks);

/** A picture with the decisions made here. */
export function useMarked<Image extends ImageRecord | undefined>(image: Image): Image {
  const marks = useStorePart(marksAhead, () => (image ? marksAhead.of(image.id) : undefined));
  return useMemo(() => (image && marks ? withMarks(image, marks) : image), [image, marks]);
}

/** The same for several pictures. */
export function useAllMarked(images: readonly ImageRecord[]): ImageRecord[] {
  useMarksAhead();
  return images.map((image) => (marksAhead.of(image.id) ? markedNow(image) : image));
}

/** Changes with every mark shown ahead. */
export const useMarksAhead = () => useStore(marksAhead);

/** The same, outside of React. */
export const markedNow = (image: ImageRecord): ImageRecord => withMarks(image, marksAhead.of(image.id) ?? none);
const none: Marks = {};
