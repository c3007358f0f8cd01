import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { storedAt } from '../../../../contract/stored-values.ts';
import { imageQuery } from '../../../api/images.ts';
import { type ModuleEntry, whiteBalanceQuery } from '../../../api/modules.ts';
import { tunedPresets } from '../../../develop-panel/computed/camera-presets.ts';
import { whiteBalanceControl } from '../../../develop-panel/computed/white-balance-controls.ts';
import { asShotOf, withOwnSettings } from '../../../develop-panel/computed/white-balance-settings.ts';
import { t } from '../../../i18n/words.ts';
import { NeutralButton } from '../../picker/neutral-button.tsx';
import type { ModuleContext } from './module-context.ts';
import { PanelForm, type PanelFormProps } from './panel-form.tsx';
import { SettingButton, SETTINGS } from './setting-buttons.tsx';
import styles from './module-row.module.css';
import row from '../controls/parts-view.module.css';

/** White balance: temperature and tint depend on the picture's camera, as do the presets. */
export function WhiteBalanceForm({
  module,
  context,
  controls,
  ...form
}: Omit<PanelFormProps, 'facts'> & { module: ModuleEntry; context: ModuleContext }) {
  const { params, fields, text, onChange } = form;
  const { data } = useQuery(whiteBalanceQuery(context.imageId));
  const { data: image } = useQuery(imageQuery(context.imageId));
  const { told } = form.defaultsOf;
  const facts = useMemo(
    () => ({
      cameraMatrix: data?.matrix,
      presets: tunedPresets(data?.presets ?? []),
      asShot: data ? asShotOf(told, data.matrix) : null,
    }),
    [data, told],
  );
  const stored = useMemo(() => (field: string) => storedAt(params, fields, field), [params, fields]);
  const own = useMemo(
    () => withOwnSettings(controls, { ...facts, camera: image?.model ?? undefined }, stored),
    [controls, facts, image, stored],
  );
  const [red, green, blue] = [params.red, params.green, params.blue].map(Number) as [number, number, number];
  const list = own.find(({ label }) => label === 'settings');
  const now = list && whiteBalanceControl(list, stored, facts)?.value;
  const [asShot, ...others] = SETTINGS;
  const buttons = list && { list, now, text, whyNot: context.whyNot, onChoose: onChange };
  return (
    <>
      <div className={row.icons} role="group" aria-label={text('settings')}>
        {buttons && <SettingButton setting={asShot} {...buttons} />}
        {data?.matrix && red > 0 && green > 0 && blue > 0 && (
          <NeutralButton
            {...{ module, context, matrix: data.matrix, start: { red, green, blue } }}
            label={text('from image area')}
          />
        )}
        {buttons && others.map((setting) => <SettingButton key={setting[0]} setting={setting} {...buttons} />)}
      </div>
      {data?.matrix === null && <p className={styles.note}>{t('develop.noCameraMatrix')}</p>}
      <PanelForm {...form} controls={own} facts={facts} />
    </>
  );
}
