import { useId, useState } from 'react';
import { isEnabled } from '../../../../contract/panel-conditions.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { fullName, type Part } from '../../../develop-panel/parts.ts';
import fold from '../../../ui/fold.module.css';
import { SCALE } from '../curve-scale.ts';
import { ModuleCurves } from '../module-curves.tsx';
import { hasDrawing, LateDrawing } from '../drawings/late-drawing.tsx';
import { LensButton } from '../lens/lens-button.tsx';
import { hasLevels } from '../levels/levels.ts';
import { ModuleLevels } from '../levels/module-levels.tsx';
import { FilterPlot } from '../monochrome/filter-plot.tsx';
import { ButtonControl } from './button-row.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { ColorRow } from './color-row.tsx';
import { pickerOf } from '../../../develop-panel/computed/picked.ts';
import { PickButton } from '../../picker/pick-button.tsx';
import { SpotRow } from '../../picker/spot-row.tsx';
import { isSpotInput } from '../../picker/spot.ts';
import { isPicker, storedText, targetOf, textOf } from './is-offered.ts';
import { boundTo, useModuleValues } from './module-values.ts';
import { TargetRow } from './target-row.tsx';
import { SliderRow } from './slider-row.tsx';
import { TabRow } from './tab-row.tsx';
import { TextRow } from './text-row.tsx';
import { ToggleRow } from './toggle-row.tsx';
import styles from './parts-view.module.css';

/** The controls of a module as darktable arranges them. `hasOthers`: there are more beside them. */
export function PartsView({ parts, hasOthers = false }: { parts: readonly Part[]; hasOthers?: boolean }) {
  const isAlone = parts.length === 1 && !hasOthers;
  return parts.map((part, at) => <PartView key={keyOf(part, at)} part={part} isAlone={isAlone} />);
}

const keyOf = (part: Part, at: number) =>
  part.kind === 'row' ? `row ${at}` : `${part.kind} ${part.control.field ?? fullName(part.control, String)}`;

function PartView({ part, isAlone }: { part: Part; isAlone: boolean }) {
  const { text } = useModuleValues();
  switch (part.kind) {
    case 'control':
      return <ControlView control={part.control} />;
    case 'row':
      return (
        <div className={part.columns.every(isButton) ? styles.icons : styles.columns} data-columns>
          {part.columns.map((column, at) => (
            <div key={at}>
              <PartsView parts={column} />
            </div>
          ))}
        </div>
      );
    case 'section':
      return (
        <section className={styles.section}>
          <h2>{text(part.control.label ?? '')}</h2>
          <PartsView parts={part.parts} />
        </section>
      );
    case 'fold':
      return (
        <details className={fold.fold} open={isAlone || undefined}>
          <summary>{text(part.control.label ?? '')}</summary>
          <PartsView parts={part.parts} />
        </details>
      );
    case 'tabs':
      return <Tabs pages={part.pages} />;
  }
}

const isOf = (kind: PanelControl['kind'], [first]: readonly Part[]) =>
  first?.kind === 'control' && first.control.kind === kind;
/** Buttons, and what they do before them. */
const isButton = (parts: readonly Part[]) => isOf('button', parts) || isOf('label', parts);

function ControlView({ control }: { control: PanelControl }) {
  const values = useModuleValues();
  const bound = boundTo(control, values);
  const isOff = !isEnabled(control, values);
  if (isPicker(values.operation, control)) {
    return (
      <div className={styles.named}>
        <PickButton control={control} isNamed />
      </div>
    );
  }
  if (targetOf(values.operation, control) !== null) return <TargetRow control={control} />;
  switch (control.kind) {
    case 'slider': {
      const row = bound && <SliderRow control={control} bound={bound} isOff={isOff} />;
      if (!pickerOf(values.operation, control)) return row;
      return (
        <div className={styles.picked} data-beside>
          {row}
          <PickButton control={control} />
        </div>
      );
    }
    case 'toggle':
      return bound && <ToggleRow control={control} bound={bound} isOff={isOff} />;
    case 'combobox': {
      const stored = bound ? null : textOf(control, values);
      if (stored !== null) return <TextRow label={values.text(control.label ?? '')} stored={stored} />;
      return <ChoiceRow control={control} bound={bound} isOff={isOff} />;
    }
    case 'color':
      return <ColorRow control={control} />;
    case 'button': {
      const stored = storedText(control, values);
      if (stored !== null && values.operation === 'lens') return <LensButton control={control} stored={stored} />;
      if (stored !== null) return <TextRow label={values.text(control.label ?? '')} stored={stored} />;
      return <ButtonControl control={control} />;
    }
    case 'graph':
      if (values.operation === 'monochrome') return <FilterPlot />;
      if (hasDrawing(values.operation)) return <LateDrawing />;
      if (hasLevels(values.operation))
        return <ModuleLevels {...values} onChange={values.changeParams} onMove={values.moveParams} />;
      return <Curves />;
    case 'label':
      return isSpotInput(values.operation, control) ? <SpotRow /> : <span>{values.text(control.label ?? '')}</span>;
    default:
      return null;
  }
}

/** Its tabs name the channels. base curve has no list of how its curve goes through the points. */
function Curves() {
  const values = useModuleValues();
  const { controls, text } = values;
  const names = controls.find(
    ({ kind, tabs }) => kind === 'tabs' && !controls.some(({ tab }) => tab !== undefined && tabs?.includes(tab)),
  )?.tabs;
  return (
    <ModuleCurves
      {...values}
      names={names?.map(text)}
      scale={values.position(SCALE) ?? 0}
      hasFixedShape={!controls.some(({ label }) => label === 'interpolation method')}
      onChange={values.changeParams}
      onMove={values.moveParams}
    />
  );
}

function Tabs({ pages }: { pages: { name: string; parts: Part[] }[] }) {
  const { text } = useModuleValues();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    pages.findIndex(({ name }) => name === chosen),
  );
  const page = pages[at];
  if (!page) return null;
  return (
    <>
      {pages.length > 1 && (
        <TabRow {...{ id, at }} tabs={pages.map(({ name }) => ({ name, label: text(name) }))} onChoose={setChosen} />
      )}
      <div id={`${id}-page`} {...(pages.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-${at}` })}>
        <PartsView key={page.name} parts={page.parts} />
      </div>
    </>
  );
}
