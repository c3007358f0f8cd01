import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { NoiseProfiles } from '../../../../contract/noise-profiles.ts';
import { type ModuleEntry, noiseProfilesQuery } from '../../../api/modules.ts';
import { withOwnProfiles } from '../../../develop-panel/computed/noise-profiles.ts';
import { t } from '../../../i18n/words.ts';
import type { ModuleContext } from './module-context.ts';
import { NoiseProfileRow } from './noise-profile-row.tsx';
import { PanelForm, type PanelFormProps } from './panel-form.tsx';

/** Denoise (profiled): its profiles are those of the picture's camera. */
export function NoiseProfileForm({
  module,
  context,
  controls,
  ...form
}: Omit<PanelFormProps, 'facts'> & { module: ModuleEntry; context: ModuleContext }) {
  const { data } = useQuery(noiseProfilesQuery(context.imageId));
  const own = useMemo(
    () => (data?.automatic ? withOwnProfiles(controls, data, nameOf(data.automatic)) : null),
    [controls, data],
  );
  return (
    <>
      {data?.automatic === null && (
        <NoiseProfileRow module={module} imageId={context.imageId} label={form.text('profile')} />
      )}
      <PanelForm {...form} controls={own ?? controls} />
    </>
  );
}

/** darktable's words for the first entry. */
function nameOf({ kind, isos: [below = 0, above = 0] }: NonNullable<NoiseProfiles['automatic']>): string {
  if (kind === 'match') return t('develop.profileMatch', { iso: String(below) });
  if (kind === 'generic') return t('develop.profileGeneric');
  return t('develop.profileBetween', { below: String(below), above: String(above) });
}
