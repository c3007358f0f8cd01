import type { ModuleEntry } from '../../../api/modules.ts';
import { number } from '../../../i18n/words.ts';
import { TextRow } from '../controls/text-row.tsx';

/** Focal length, aperture and distance that the lens is corrected for, in darktable's short words. They are chosen there. */
export function LensRow({ module: { params } }: { module: ModuleEntry }) {
  const { focal, aperture, distance } = params ?? {};
  if (typeof focal !== 'number' || typeof aperture !== 'number' || typeof distance !== 'number') return null;
  const written = (value: number) => number(Math.round(value * 100) / 100);
  return <TextRow label="mm · f/ · d" stored={[focal, aperture, distance].map(written).join(' · ')} />;
}
