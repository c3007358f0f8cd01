import { actionsWith, HELP, MARKS, PICTURE, TAGS, UNDO } from '../keyboard/actions.ts';
import type { culling } from '../locales/en/culling.ts';
import { t } from './words.ts';

const actions = <Id extends keyof typeof culling.key>(keys: Record<Id, string>) =>
  actionsWith<Id>((id) => t(`key.${id}`), keys);

const ownActions = <Id extends 'single' | 'compare' | 'survey' | 'keepOnly'>(keys: Record<Id, string>) =>
  actionsWith<Id>((id) => t(id), keys);

const VERDICTS = { ...MARKS, ...actions({ labelDigits: '6 7 8 9' }) };
export const ADVANCE = actions({ advance: 'A' });
const { zoom, plusMinus, pan, peaking, prevNext, homeEnd, develop } = PICTURE;
export const MODES = ownActions({ single: 'E', compare: 'C', survey: 'S' });
export const LINK = actions({ link: 'L' });
export const KIND = actions({ kind: 'V' });
const GO = { homeEnd, ...actions({ undecided: 'U' }), develop, ...actions({ esc: 'Esc' }), ...HELP };
const AMONG = actions({ among: 'Left Right Up Down', other: 'PageUp PageDown' });
export const SURVEY = {
  ...actions({ mark: 'Space' }),
  ...ownActions({ keepOnly: 'K' }),
  ...actions({ apply: 'Enter' }),
};

const EVERYWHERE = { ...VERDICTS, ...ADVANCE, ...TAGS, ...UNDO, plusMinus, pan, ...MODES, ...GO };
/** What keys do in each of the three views. */
export const CULLING = {
  single: { ...EVERYWHERE, ...KIND, peaking, zoom, prevNext },
  compare: { ...EVERYWHERE, ...KIND, peaking, zoom, ...LINK, ...AMONG },
  // Enter applies what is marked.
  survey: { ...EVERYWHERE, zoom: { ...zoom, keys: ['Z'] }, ...AMONG, ...SURVEY },
};

/** The list of keys. */
export const CULLING_PARTS = {
  // Shift goes with what is above it.
  do: { ...VERDICTS, ...actions({ stay: 'Shift' }), ...ADVANCE, ...TAGS, ...UNDO },
  look: { zoom, plusMinus, pan, ...KIND, peaking, ...MODES, ...LINK },
  go: { prevNext, ...AMONG, ...GO },
  survey: SURVEY,
};
