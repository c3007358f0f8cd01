import { type RefObject, useEffect, useRef, useState } from 'react';
import { changesOf, type Curve, isSameCurve, type Point, pointsOf } from './curve.ts';
import { useIsSaving, useRefusals } from './refusals.ts';

const REST_MS = 350;

export interface CurveDraft {
  /** The points to show. */
  points: Point[];
  /** The point being dragged, and how far from its center it was grabbed. Values stored meanwhile do not move it. */
  held: RefObject<{ at: number; beside: Point } | null>;
  /** Shows points without storing them. */
  show: (points: Point[]) => void;
  store: (points: Point[]) => void;
  /** Stores them once no more keys are pressed. */
  storeSoon: (points: Point[]) => void;
  /** Goes back to the last points sent. */
  giveUp: () => void;
}

/** The points of a curve while they are edited: stored, sent but not yet stored, or only shown. */
export function useCurveDraft(
  curve: Curve,
  params: unknown,
  onChange: (changes: Record<string, number>) => void,
  onMove: (changes: Record<string, number> | null) => void,
): CurveDraft {
  const stored = pointsOf(curve, params);
  /** The unstored points; null when the stored ones are shown. */
  const [draft, setDraft] = useState<Point[] | null>(null);
  const held: CurveDraft['held'] = useRef(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Sent but not yet stored. */
  const sent = useRef<Point[] | null>(null);

  const forget = () => {
    clearTimeout(rest.current);
    rest.current = undefined;
    sent.current = null;
    held.current = null;
    setDraft(null);
  };
  useEffect(() => () => clearTimeout(rest.current), []);
  const refusals = useRefusals();
  useEffect(forget, [refusals]);
  const isSaving = useIsSaving();
  const signature = JSON.stringify(stored);
  useEffect(() => {
    // During several edits the first may already be stored, but the last is shown.
    if (isSaving || held.current !== null || rest.current !== undefined) return;
    sent.current = null;
    setDraft(null);
  }, [signature, isSaving]);

  const giveUp = () => {
    setDraft(sent.current);
    onMove(null);
  };
  const show = (next: Point[]) => {
    setDraft(next);
    onMove(changesOf(curve, next));
  };
  const store = (next: Point[]) => {
    clearTimeout(rest.current);
    rest.current = undefined;
    // A click that moved nothing is not an edit.
    if (isSameCurve(next, sent.current ?? stored)) {
      giveUp();
      return;
    }
    sent.current = next;
    setDraft(next);
    onChange(changesOf(curve, next));
  };
  return {
    points: draft ?? stored,
    held,
    show,
    store,
    storeSoon: (next) => {
      show(next);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => store(next), REST_MS);
    },
    giveUp,
  };
}
