import { useQuery } from '@tanstack/react-query';
import { imageQuery } from '../../../api/images.ts';
import type { ModuleEntry } from '../../../api/modules.ts';
import { t } from '../../../i18n/words.ts';
import { TextRow } from '../controls/text-row.tsx';

/**
 * Which noise profile denoises. darktable looks it up in its table of cameras when it renders, as long as `a` begins below 0; a profile that was
 * chosen there is stored as six numbers without its name.
 */
export function NoiseProfileRow({ module, imageId, label }: { module: ModuleEntry; imageId: number; label: string }) {
  const { data: image } = useQuery(imageQuery(imageId));
  const first = Array.isArray(module.params?.a) ? (module.params.a as unknown[])[0] : undefined;
  if (typeof first !== 'number') return null;
  const iso = image?.iso;
  const words =
    first >= 0
      ? t('develop.profileChosen')
      : iso
        ? t('develop.profileOf', { iso: String(iso) })
        : t('develop.profileAny');
  return <TextRow label={label} stored={words} />;
}
