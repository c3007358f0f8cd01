import type { CameraMatrix } from '../../../contract/white-balance.ts';
import type { TunedPreset } from './camera-presets.ts';
import type { Multipliers } from './multipliers.ts';
import type { Size } from './perspective/perspective.ts';

/** What some controls depend on beside what is stored. */
export interface PictureFacts {
  /** White balance. null: not known, so that temperature and tint are not either. */
  cameraMatrix?: CameraMatrix | null | undefined;
  /** White balance: what the camera noted. */
  asShot?: Multipliers | null | undefined;
  /** White balance: those of the camera. */
  presets?: readonly TunedPreset[] | undefined;
  /** Rotate and perspective: of the picture that reaches the module. */
  inputSize?: Size | undefined;
}
