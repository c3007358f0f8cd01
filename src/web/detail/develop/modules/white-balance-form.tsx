import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { storedAt } from '../../../../contract/stored-values.ts';
import { type ModuleEntry, whiteBalanceQuery } from '../../../api/modules.ts';
import { tunedPresets } from '../../../develop-panel/computed/camera-presets.ts';
import { withCameraPresets } from '../../../develop-panel/computed/white-balance-controls.ts';
import { t } from '../../../i18n/words.ts';
import { NeutralButton } from '../../picker/neutral-button.tsx';
import type { ModuleContext } from './module-context.ts';
import { PanelForm, type PanelFormProps } from './panel-form.tsx';
import styles from './module-row.module.css';

/** White balance: temperature and tint hang on the picture's camera, as do the presets. */
export function WhiteBalanceForm({
  module,
  context,
  controls,
  ...form
}: Omit<PanelFormProps, 'facts'> & { module: ModuleEntry; context: ModuleContext }) {
  const { params, fields, text } = form;
  const { data } = useQuery(whiteBalanceQuery(context.imageId));
  const facts = useMemo(() => ({ cameraMatrix: data?.matrix, presets: tunedPresets(data?.presets ?? []) }), [data]);
  const own = useMemo(
    () => withCameraPresets(controls, facts.presets, (field) => storedAt(params, fields, field)),
    [controls, facts, params, fields],
  );
  const [red, green, blue] = [params.red, params.green, params.blue].map(Number) as [number, number, number];
  return (
    <>
      {data?.matrix && red > 0 && green > 0 && blue > 0 && (
        <NeutralButton
          {...{ module, context, matrix: data.matrix, start: { red, green, blue } }}
          label={text('from image area')}
        />
      )}
      {data?.matrix === null && <p className={styles.note}>{t('develop.noCameraMatrix')}</p>}
      <PanelForm {...form} controls={own} facts={facts} />
    </>
  );
}
