import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useState } from 'react';
import type { Cropping } from './crop/cropping.ts';
import type { Guide } from './guides/guides.ts';
import type { Handling } from './handles/handling.ts';
import type { Leveling } from './guides/leveling.ts';
import type { Masking } from './masks/masking.ts';
import type { Picking } from './picker/picking.ts';
import { PixelReadout } from './pixels/pixel-readout.ts';

/** How the picture is looked at. */
export interface Looks {
  /** Before and after are side by side, with a divider. */
  isSplit: boolean;
  /** What "before" means: this many steps of the history; null: the picture as it was opened. */
  against: number | null;
  /** Shows both, or ends that. */
  compareWith: (steps: number | null) => void;
  /** The number of steps whose picture is shown as long as the pointer is on them; null: the present one. */
  peeked: number | null;
  peekAt: (steps: number | null) => void;
  /** Clipped pixels are marked. */
  isClipping: boolean;
  /** What is in focus is marked. */
  isPeaking: boolean;
  toggleSplit: () => void;
  toggleClipping: () => void;
  togglePeaking: () => void;
  /** The crop that is being set on the picture. */
  cropping: Cropping | null;
  setCropping: (cropping: Cropping | null) => void;
  /** The spot of the picture that is being chosen. */
  picking: Picking | null;
  setPicking: (picking: Picking | null) => void;
  /** A line that is being drawn for the rotation. */
  leveling: Leveling | null;
  setLeveling: (leveling: Leveling | null) => void;
  /** A module's mask or shapes, over the picture. */
  masking: Masking | null;
  setMasking: Dispatch<SetStateAction<Masking | null>>;
  /** A module's form, to be pulled on the picture. */
  handling: Handling | null;
  setHandling: (handling: Handling | null) => void;
  /** What is drawn over the picture. */
  guide: Guide;
  setGuide: (guide: Guide) => void;
  /** The color under the pointer. */
  readout: PixelReadout;
}

type Split = Pick<Looks, 'isSplit' | 'against'>;
const UNSPLIT: Split = { isSplit: false, against: null };

/** `place`: the picture and the panel that are open; elsewhere, a crop or a spot that is being set is left, and so is a comparison with a step. */
export function useLooks(place: string): Looks {
  const [{ isSplit, against }, setSplit] = useState<Split>(UNSPLIT);
  const [peeked, peekAt] = useState<number | null>(null);
  const [isClipping, setClipping] = useState(false);
  const toggleSplit = useCallback(() => setSplit(({ isSplit: was }) => ({ isSplit: !was, against: null })), []);
  const compareWith = useCallback(
    (steps: number | null) =>
      setSplit((was) => (steps === null && was.against === null ? was : { isSplit: steps !== null, against: steps })),
    [],
  );
  const toggleClipping = useCallback(() => setClipping((is) => !is), []);
  const [isPeaking, setPeaking] = useState(false);
  const togglePeaking = useCallback(() => setPeaking((is) => !is), []);
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const [picking, setPicking] = useState<Picking | null>(null);
  const [leveling, setLeveling] = useState<Leveling | null>(null);
  const [masking, setMasking] = useState<Masking | null>(null);
  const [handling, setHandling] = useState<Handling | null>(null);
  const [guide, setGuide] = useState<Guide>('none');
  useEffect(() => {
    setCropping(null);
    setLeveling(null);
    setPicking(null);
    setMasking(null);
    setHandling(null);
    compareWith(null);
    peekAt(null);
  }, [place, compareWith]);
  const readout = useMemo(() => new PixelReadout(), []);
  return {
    isSplit,
    against,
    compareWith,
    toggleSplit,
    peeked,
    peekAt,
    isClipping,
    toggleClipping,
    isPeaking,
    togglePeaking,
    cropping,
    setCropping,
    picking,
    setPicking,
    leveling,
    setLeveling,
    masking,
    setMasking,
    handling,
    setHandling,
    guide,
    setGuide,
    readout,
  };
}
