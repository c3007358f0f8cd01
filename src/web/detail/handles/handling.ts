import type { Known } from '../../develop-panel/computed/computed-control.ts';
import type { OnPicture } from './drawing.ts';

/** A module whose form lies over the picture, to be pulled. */
export interface Handling {
  form: OnPicture;
  /** The name of the module, for those who do not see it. */
  name: string;
  stored: Known;
  /** Only shown; null: not any more. */
  move: (changes: Record<string, number> | null) => void;
  change: (changes: Record<string, number>) => void;
  isLocked: boolean;
}
