import { type RefObject, useEffect, useRef, useState } from 'react';
import { useIsSaving, useRefusals } from './refusals.ts';

/** Keys and the wheel are stored once they rest for this long. */
const REST_MS = 350;

export interface Draft<Value, Hand> {
  /** What to show. */
  now: Value;
  /** What the hand holds. Values stored meanwhile do not move it. */
  held: RefObject<Hand | null>;
  /** Shows a value without storing it. */
  show: (value: Value) => void;
  store: (value: Value) => void;
  /** Stores it once no more keys are pressed. */
  storeSoon: (value: Value) => void;
  /** Goes back to the last value sent. */
  giveUp: () => void;
}

interface Options<Value> {
  stored: Value;
  isSame: (one: Value, other: Value) => boolean;
  onStore: (value: Value) => void;
  /** It is moved and not stored yet; null: not any more. */
  onMove: (value: Value | null) => void;
}

/** A value while it is edited: stored, sent but not yet stored, or only shown. */
export function useDraft<Value, Hand>({ stored, isSame, onStore, onMove }: Options<Value>): Draft<Value, Hand> {
  /** The unstored value; null when the stored one is shown. */
  const [draft, setDraft] = useState<Value | null>(null);
  const held = useRef<Hand | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Sent but not yet stored. */
  const sent = useRef<Value | null>(null);

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
  const show = (next: Value) => {
    setDraft(next);
    onMove(next);
  };
  const store = (next: Value) => {
    clearTimeout(rest.current);
    rest.current = undefined;
    // A click that moved nothing is not an edit.
    if (isSame(next, sent.current ?? stored)) {
      giveUp();
      return;
    }
    sent.current = next;
    setDraft(next);
    onStore(next);
  };
  const storeSoon = (next: Value) => {
    show(next);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => store(next), REST_MS);
  };
  return { now: draft ?? stored, held, show, store, storeSoon, giveUp };
}
