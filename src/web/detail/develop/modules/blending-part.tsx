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
import { blendingWords, fulcrumOf, INVERT, isMasked, OPACITY, REVERSE, takesFulcrum } from './blending-words.ts';
import { COMBINE, combinationOf, isRefined, maskPatch } from '../blending/mask-changes.ts';
import { MaskKinds } from '../blending/mask-kinds.tsx';
import { MaskTools } from '../blending/mask-tools.tsx';
import { ParametricPart } from '../blending/parametric-part.tsx';
import { RefinementPart } from '../blending/refinement-part.tsx';
import { MaskShapes } from './mask-shapes.tsx';
import type { ModuleContext } from './module-context.ts';
import { classes } from '../../../ui/classes.ts';
import { itemAt } from '../../../item-at.ts';
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
    const patchOf = ({ mode, opacity, inverted, reversed, fulcrum, ...rest }: Changes): { blend: BlendingPatch } => ({
      blend: {
        ...(mode !== undefined && { mode: itemAt(modes, mode) }),
        ...(opacity !== undefined && { opacity }),
        ...(inverted !== undefined && { inverted: inverted === 1 }),
        ...(reversed !== undefined && { reversed: reversed !== 0 }),
        ...(fulcrum !== undefined && { fulcrum }),
        ...maskPatch(rest, blend?.channels ?? []),
      },
    });
    return {
      operation: module.operation,
      controls: [],
      params: {},
      fields: [],
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
  }, [module, blend, modes, defaultsOf, words.data, edits]);

  if (!blend?.mask || masks.length === 0) return null;
  const part = { fold: t('develop.blending') };
  const { mask, mode, opacity, inverted, reversed, fulcrum } = blend;
  const { text } = values;
  const choice = (field: string, label: string, labels: readonly string[]): PanelControl => ({
    kind: 'combobox',
    label,
    field,
    ...part,
    options: labels.map((each, value) => ({ label: each, value })),
  });
  const bound = (field: string, value: number) => ({ value, changesTo: (to: number) => ({ [field]: to }) });
  const isOn = mask !== 'none';
  const isParametric = mask === 'parametric' || mask === 'drawn_and_parametric';
  return (
    <>
      <MaskKinds
        blend={blend}
        hasNoMasks={context.factsOf(module.operation)?.no_masks === true}
        text={text}
        onChoose={(kind) => edits.edit(module, { blend: { mask: kind } })}
      />
      <details className={classes(fold.fold, styles.blending)}>
        <summary>
          <span>{t('develop.blending')}</span>
          <span>{blendingWords({ mask, mode, opacity, inverted, reversed }, text)}</span>
        </summary>
        <ModuleValuesProvider value={values}>
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
          {isOn && typeof opacity === 'number' && (
            <SliderRow control={{ ...OPACITY, ...part }} bound={bound('opacity', opacity)} isOff={false} />
          )}
          <MaskShapes module={module} context={context} text={text} />
          {isParametric && (
            <ParametricPart
              blend={blend}
              text={text}
              onMove={(channels) => edits.move(module, channels && { blend: { channels } })}
              onStore={(channels) => edits.edit(module, { blend: { channels } })}
            />
          )}
          {isParametric && blend.combine && (
            <ChoiceRow control={{ ...COMBINE, ...part }} bound={bound('combine', combinationOf(blend))} isOff={false} />
          )}
          {isMasked(blend) && !isParametric && (
            <ChoiceRow
              control={{ ...INVERT, ...part }}
              bound={bound('inverted', inverted === true ? 1 : 0)}
              isOff={false}
            />
          )}
          {isRefined(blend) && (
            <RefinementPart blend={blend} text={text} tools={<MaskTools {...{ module, context, text }} />} />
          )}
        </ModuleValuesProvider>
      </details>
    </>
  );
}
