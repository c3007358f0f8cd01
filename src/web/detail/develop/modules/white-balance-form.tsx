import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { storedAt } from '../../../../contract/stored-values.ts';
import { whiteBalanceQuery } from '../../../api/modules.ts';
import { tunedPresets } from '../../../develop-panel/computed/camera-presets.ts';
import { withCameraPresets } from '../../../develop-panel/computed/white-balance-controls.ts';
import { t } from '../../../i18n/words.ts';
import { PanelForm, type PanelFormProps } from './panel-form.tsx';
import styles from './module-row.module.css';

/** White balance: temperature and tint hang on the picture's camera, as do the presets. */
export function WhiteBalanceForm({ imageId, controls, ...form }: Omit<PanelFormProps, 'facts'> & { imageId: number }) {
  const { params, fields } = form;
  const { data } = useQuery(whiteBalanceQuery(imageId));
  const facts = useMemo(() => ({ cameraMatrix: data?.matrix, presets: tunedPresets(data?.presets ?? []) }), [data]);
  const own = useMemo(
    () => withCameraPresets(controls, facts.presets, (field) => storedAt(params, fields, field)),
    [controls, facts, params, fields],
  );
  return (
    <>
      {data?.matrix === null && <p className={styles.note}>{t('develop.noCameraMatrix')}</p>}
      <PanelForm {...form} controls={own} facts={facts} />
    </>
  );
}
