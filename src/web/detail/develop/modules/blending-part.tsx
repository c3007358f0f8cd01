import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BlendingPatch } from '../../../../contract/blending.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import type { DefaultsOf } from '../../../../contract/panel-defaults.ts';
import type { ModuleEntry } from '../../../api/modules.ts';
import { blendingText, panelWordsQuery } from '../../../i18n/panel-words.ts';
import { t } from '../../../i18n/words.ts';
import { ChoiceRow } from '../controls/choice-row.tsx';
import { type Changes, type ModuleValues, ModuleValuesProvider } from '../controls/module-values.ts';
import { SliderRow } from '../controls/slider-row.tsx';
import { ToggleRow } from '../controls/toggle-row.tsx';
import {
  blendingWords,
  fulcrumOf,
  INVERT,
  isMasked,
  MASK_WORDS,
  OPACITY,
  REVERSE,
  takesFulcrum,
} from './blending-words.ts';
import { MaskShapes } from './mask-shapes.tsx';
import type { ModuleContext } from './module-context.ts';
import { classes } from '../../../ui/classes.ts';
import fold from '../../../ui/fold.module.css';
import styles from './module-row.module.css';

interface Props {
  module: ModuleEntry;
  context: ModuleContext;
  defaultsOf: DefaultsOf;
}

/** How the module's result is laid over the picture: "drawn mask · normal · 80%", and the controls of it. */
export function BlendingPart({ module, context, defaultsOf }: Props) {
  const { edits, panel } = context;
  const words = useQuery(panelWordsQuery(panel.release));
  const { blend } = module;
  const { masks = [], modes = [] } = blend ?? {};
  const values = useMemo((): ModuleValues => {
    const patchOf = ({ mask, mode, opacity, inverted, reversed, fulcrum }: Changes): { blend: BlendingPatch } => ({
      blend: {
        ...(mask !== undefined && { mask: masks[mask]! }),
        ...(mode !== undefined && { mode: modes[mode]! }),
        ...(opacity !== undefined && { opacity }),
        ...(inverted !== undefined && { inverted: inverted === 1 }),
        ...(reversed !== undefined && { reversed: reversed !== 0 }),
        ...(fulcrum !== undefined && { fulcrum }),
      },
    });
    return {
      ...{ operation: module.operation, params: {}, fields: [] },
      // What darktable told is of the module's own fields, which may have the same names.
      defaultsOf: { ...defaultsOf, told: undefined },
      stored: () => undefined,
      held: {},
      position: () => undefined,
      setPosition: () => undefined,
      text: words.data ? blendingText(words.data) : String,
      change: (changes) => edits.edit(module, patchOf(changes)),
      move: (changes) => edits.move(module, changes && patchOf(changes)),
      changeParams: () => undefined,
      moveParams: () => undefined,
    };
  }, [module, masks, modes, defaultsOf, words.data, edits]);

  if (!blend?.mask || masks.length === 0) return null;
  const part = { fold: t('develop.blending') };
  const { mask, mode, opacity, inverted, reversed, fulcrum } = blend;
  const isOn = mask !== 'none';
  const choice = (field: string, label: string, labels: readonly string[]): PanelControl => ({
    ...{ kind: 'combobox', label, field, ...part },
    options: labels.map((each, value) => ({ label: each, value })),
  });
  const bound = (field: string, value: number) => ({ value, changesTo: (to: number) => ({ [field]: to }) });
  return (
    <details className={classes(fold.fold, styles.blending)}>
      <summary>
        <span>{t('develop.blending')}</span>
        <span>{blendingWords({ mask, mode, opacity, inverted, reversed }, values.text)}</span>
      </summary>
      <ModuleValuesProvider value={values}>
        <ChoiceRow
          control={choice(
            'mask',
            t('develop.mask'),
            masks.map((mask) => MASK_WORDS[mask]),
          )}
          bound={bound('mask', masks.indexOf(blend.mask))}
          isOff={false}
        />
        <MaskShapes module={module} context={context} text={values.text} />
        {isMasked(blend) && (
          <ChoiceRow
            control={{ ...INVERT, ...part }}
            bound={bound('inverted', inverted === true ? 1 : 0)}
            isOff={false}
          />
        )}
        {isOn && (
          <ChoiceRow
            control={choice('mode', 'blend mode', modes)}
            bound={bound('mode', modes.indexOf(blend.mode ?? ''))}
            isOff={false}
          />
        )}
        {isOn && reversed !== undefined && (
          <ToggleRow
            control={{ kind: 'toggle', label: REVERSE, field: 'reversed', ...part }}
            bound={bound('reversed', reversed ? 1 : 0)}
            isOff={false}
          />
        )}
        {isOn && takesFulcrum(blend) && typeof fulcrum === 'number' && (
          <SliderRow control={{ ...fulcrumOf(blend), ...part }} bound={bound('fulcrum', fulcrum)} isOff={false} />
        )}
        {isOn && typeof blend.opacity === 'number' && (
          <SliderRow control={{ ...OPACITY, ...part }} bound={bound('opacity', blend.opacity)} isOff={false} />
        )}
      </ModuleValuesProvider>
    </details>
  );
}
