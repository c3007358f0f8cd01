import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { outlineQuery } from '../api/images.ts';
import { type GalleryView, listParameters, writeView } from '../gallery/gallery-view.ts';
import { Store } from '../stores/store.ts';
import type { Shown } from './culling-address.ts';
import type { ChosenSet } from './kept-sets.ts';
import { loadVerdicts } from './load-verdicts.ts';
import { useOneStarUndecided } from './one-star.ts';
import { countVerdicts, idsOf, type Newer, verdictIn, verdictOf, type Verdict, type Verdicts } from './verdict.ts';
import { useLatest } from '../ui/use-latest.ts';

/** Counts follow this long after the last news of the library, not once per quick decision. */
const CALM_MS = 2500;
/** By then the service's lists include a decision that was made here. */
const FOLLOW_MS = 10_000;

interface Frozen {
  shown: Shown;
  ids: Int32Array;
}
/** Verdicts of pictures on the page that the lists may not have yet. */
type Seen = ReadonlyMap<number, { verdict: Verdict; at: number }>;
/** Those that lists asked for at this time may not have yet. */
const youngIn = (seen: Seen, at: number): Seen => new Map([...seen].filter(([, one]) => one.at >= at - FOLLOW_MS));
const verdictsOf = (seen: Seen): Newer => new Map([...seen].map(([id, { verdict }]) => [id, verdict]));
/** The last list with its filter, to come back to. */
const last = new Store<{ key: string; frozen: Frozen } | null>(null);

/**
 * The pictures to go through. The list is fixed until the filter is chosen again, so that one can go back to a picture that no longer fits it. The
 * numbers follow at once. A set is the whole of it.
 */
export function useCullingList(view: GalleryView, wanted: Shown | null, image: number | null, set: ChosenSet | null) {
  const parameters = listParameters(view);
  const oneStarUndecided = useOneStarUndecided();
  const key = `${set?.name ?? writeView(view)} ${[...oneStarUndecided].join()}`;
  const [verdicts, setVerdicts] = useState<{ key: string; of: Verdicts } | null>(null);
  const [frozen, setFrozen] = useState<{ key: string; frozen: Frozen } | null>(() => {
    const kept = last.snapshot();
    return kept?.key === key && (wanted === null || kept.frozen.shown === wanted) ? kept : null;
  });
  const [error, setError] = useState<unknown>(null);
  const [seen, setSeen] = useState<Seen>(new Map());

  const newer = useMemo(() => verdictsOf(seen), [seen]);
  const latest = useLatest({ view, oneStarUndecided, set, seen });
  const load = useCallback(async () => {
    const at = performance.now();
    // The key contains both.
    const of = await loadVerdicts(latest.current.view, latest.current.oneStarUndecided, latest.current.set?.ids);
    setSeen((all) => youngIn(all, at));
    setVerdicts({ key, of });
    return { of, newer: verdictsOf(youngIn(latest.current.seen, at)) };
  }, [key, latest]);

  const startAt = useRef(image);
  const freeze = useCallback(
    (shown: Shown | null, kept: number | null = null) =>
      load().then(
        ({ of, newer }) => {
          const has = (id: number) => verdictIn(of, newer, id) === 'undecided';
          const undecided = kept !== null ? has(kept) : of.ids.some(has);
          const name = shown ?? (undecided ? 'undecided' : 'all');
          const next = { key, frozen: { shown: name, ids: idsOf(of, newer, name, kept) } };
          last.set(next);
          startAt.current = null;
          setError(null);
          setFrozen(next);
        },
        (reason: unknown) => setError(reason),
      ),
    [load, key],
  );
  const isHere = set !== null || (frozen?.key === key && (wanted === null || frozen.frozen.shown === wanted));
  // A reload stays at the picture that was decided last.
  const begin = useEffectEvent(() => (isHere ? load().catch(setError) : freeze(wanted, startAt.current)));
  useEffect(() => void begin(), [key, wanted]);

  // The verdicts follow the library, once it is calm.
  const outline = useQuery(outlineQuery(parameters));
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), CALM_MS);
    return () => clearTimeout(timer);
  }, [outline.dataUpdatedAt, load]);

  /** Notes the present verdicts of the pictures on the page. */
  const note = useCallback(
    (images: readonly ImageRecord[]) => {
      if (!verdicts) return;
      const at = performance.now();
      setSeen((all) => {
        const others = images.flatMap((image) => {
          const verdict = verdictOf(image, oneStarUndecided);
          const before = all.get(image.id)?.verdict ?? verdictIn(verdicts.of, new Map(), image.id);
          return before === verdict ? [] : [[image.id, { verdict, at }] as const];
        });
        return others.length === 0 ? all : new Map([...all, ...others]);
      });
    },
    [verdicts, oneStarUndecided],
  );

  const counts = verdicts && countVerdicts(verdicts.of, newer);
  const whole = set ? outline.data?.ids : verdicts?.of.ids;
  const base = useMemo(() => whole ?? new Int32Array(), [whole]);
  const list = useMemo(() => set && { shown: 'all' as const, ids: set.ids }, [set]) ?? frozen?.frozen ?? null;
  const isUndecided = (id: number) => verdicts !== null && verdictIn(verdicts.of, newer, id) === 'undecided';
  return {
    list,
    isSet: set !== null,
    base,
    counts,
    error,
    note,
    isUndecided,
    choose: freeze,
    parameters,
    oneStarUndecided,
  };
}
