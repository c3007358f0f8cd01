import type { DevelopMask, DevelopState, DevelopStep } from '../library/develop-state.ts';
import { blendParams, exposureParams, packParams } from './pictures/params.ts';

/** A step of 4.2.1's exposure; `more` makes it another one. */
export const step = (num: number, more: Partial<DevelopStep> = {}): DevelopStep => ({
  num,
  operation: 'exposure',
  module: 6,
  enabled: true,
  params: exposureParams(0),
  blendParams: blend(),
  blendVersion: 11,
  priority: 0,
  name: '',
  nameIsTyped: null,
  ...more,
});

/** Blending as in 4.2.1 that has no effect; with a mask, none outside it. */
export const blend = (maskId = 0): Buffer => blendParams({ maskMode: maskId === 0 ? 0 : 3, colourSpace: 4, maskId });

const CIRCLE = 1;
const GROUP = 4;

/** A drawn circle, and the group of it alone, 1001. */
export const circle = (x: number, y: number): DevelopMask[] => [
  {
    num: 0,
    id: 1000,
    type: CIRCLE,
    name: 'circle #1',
    version: 6,
    points: packParams('ffff', x, y, 0.15, 0.05),
    count: 1,
    source: packParams('ff', 0, 0),
  },
  {
    num: 0,
    id: 1001,
    type: GROUP,
    name: 'grp exposure',
    version: 6,
    points: packParams('iiif', 1000, 1001, 3, 1),
    count: 1,
    source: packParams('ff', 0, 0),
  },
];

/** The step that a history with masks begins with. */
export const maskManager = (num: number): DevelopStep =>
  step(num, { operation: 'mask_manager', module: 1, enabled: false, params: null, blendParams: null, blendVersion: 0 });

/** A complete development. */
export const developed = (state: Partial<DevelopState>): DevelopState => ({
  imageId: 0,
  path: '',
  hasLocalCopy: false,
  isComplete: true,
  historyEnd: state.history?.length ?? 0,
  rawParameters: 0,
  order: { version: 2, list: null },
  history: [],
  masks: [],
  ...state,
});
