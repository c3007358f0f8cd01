import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ModuleEntry } from '../../../api/modules.ts';
import { modulePanelQuery } from '../../../api/panel.ts';
import { t as tHistory } from '../../../history/words.ts';
import { t } from '../../../i18n/words.ts';
import { Waiting } from '../../../ui/notice.tsx';
import { ModuleForm } from '../module-form.tsx';
import { ColorPicksProvider, useModulePicks } from '../../picker/color-picks.ts';
import { useHandling } from '../../handles/use-handling.ts';
import { GuideRow } from '../../guides/guide-row.tsx';
import { RotateForm } from '../../guides/rotate-form.tsx';
import { RefusalsProvider, SavingProvider } from '../refusals.ts';
import { BlendingPart } from './blending-part.tsx';
import { CropForm } from './crop-form.tsx';
import { drawnFields } from './drawn-fields.ts';
import { LensForm } from './lens-form.tsx';
import { onlyThere } from './only-there.ts';
import { MonochromeForm } from './monochrome-form.tsx';
import { NoiseProfileForm } from './noise-profile-form.tsx';
import { PanelForm } from './panel-form.tsx';
import { PresetFold, PRESETS_FIRST } from './preset-fold.tsx';
import { type ModuleContext, useDefaultsOf } from './module-context.ts';
import { hasShapes, ShapesRow } from './shapes-row.tsx';
import { useConverted } from './use-converted.ts';
import { WhiteBalanceForm } from './white-balance-form.tsx';
import fold from '../../../ui/fold.module.css';
import styles from './module-row.module.css';

/** Their forms have the guides. */
const HAS_GUIDES: readonly string[] = ['crop', 'ashift'];

interface Props {
  module: ModuleEntry;
  context: ModuleContext;
}

/** What stands under the head of an open module. */
export function ModuleBody(stored: Props) {
  const { isWaiting, ...shown } = useConverted(stored.module, stored.context);
  return isWaiting ? <Waiting /> : <Body {...shown} />;
}

function Body({ module, context, isConverted }: Props & { isConverted: boolean }) {
  const { edits, library, translate, hasFacts } = context;
  const { operation, module_version: version, params, fields } = module;
  const isKnown = hasFacts(module);
  const facts = useQuery({ ...modulePanelQuery(library, operation, version), enabled: isKnown });
  const { defaultsOf } = useDefaultsOf(context, module);
  const text = useCallback((english: string) => translate(operation, english), [translate, operation]);
  const { edit, move } = edits;
  const picks = useModulePicks(module, context);
  useHandling(module, module.label, context);
  const onChange = useCallback((changes: Record<string, unknown>) => edit(module, { params: changes }), [edit, module]);
  const onMove = useCallback(
    (changes: Record<string, unknown> | null) => move(module, changes && { params: changes }),
    [move, module],
  );

  if (!params || !fields) return <p className={styles.note}>{module.params_unavailable ?? t('develop.noForm')}</p>;
  const form = { operation, params, onChange, onMove };
  const inside = () => {
    if (!isKnown || facts.isError) {
      return (
        <>
          <p className={styles.note}>{t('develop.noFacts')}</p>
          <ModuleForm {...form} fields={fields} />
        </>
      );
    }
    if (!facts.data) return <Waiting />;
    const rest = drawnFields(operation, fields);
    const parts = onlyThere(operation, facts.data.controls).map(text);
    const panel = { ...form, controls: facts.data.controls, fields, text, defaultsOf };
    return (
      <>
        {operation === 'crop' ? (
          <CropForm {...panel} {...{ module, context }} />
        ) : operation === 'temperature' ? (
          <WhiteBalanceForm {...panel} {...{ module, context }} />
        ) : operation === 'denoiseprofile' ? (
          <NoiseProfileForm {...panel} {...{ module, context }} />
        ) : operation === 'lens' ? (
          <LensForm {...panel} module={module} />
        ) : operation === 'ashift' ? (
          <RotateForm {...panel} {...{ module, context }} />
        ) : operation === 'monochrome' ? (
          <MonochromeForm {...panel} />
        ) : (
          <PanelForm {...panel} />
        )}
        {hasShapes(operation) && <ShapesRow {...{ module, context }} />}
        {parts.length > 0 && <p className={styles.note}>{t('develop.partsThere', { parts: parts.join(', ') })}</p>}
        {context.factsOf(operation)?.guides === true && !HAS_GUIDES.includes(operation) && (
          <GuideRow looks={context.looks} />
        )}
        {rest.length > 0 && (
          <details className={fold.fold}>
            <summary>{t('develop.drawnValues')}</summary>
            <ModuleForm {...form} fields={rest} />
          </details>
        )}
      </>
    );
  };
  return (
    <RefusalsProvider value={edits.refusals}>
      <SavingProvider value={edits.state === 'saving'}>
        <div className={styles.body} data-module-form>
          {isConverted && <p className={styles.note}>{tHistory('older')}</p>}
          {PRESETS_FIRST.includes(operation) && <PresetFold {...{ module, context }} />}
          <ColorPicksProvider value={picks}>{inside()}</ColorPicksProvider>
          <BlendingPart {...{ module, context, defaultsOf }} />
        </div>
      </SavingProvider>
    </RefusalsProvider>
  );
}
