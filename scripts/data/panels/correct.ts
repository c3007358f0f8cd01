import { isDeepStrictEqual } from 'node:util';
import type { PanelControl } from '../../../src/contract/panel.ts';
import type { Correction } from './corrections.ts';

/** Counts which corrections were of use, so that one that is not is noticed. */
export function corrector(corrections: readonly Correction[]) {
  const used = new Map<Correction, Set<string>>(corrections.map((correction) => [correction, new Set()]));

  function correct(of: string, release: string, controls: readonly PanelControl[]): PanelControl[] {
    const meant = corrections.filter(
      (correction) =>
        correction.of.includes(of) && (correction.releases ?? [release]).some((allowed) => allowed === release),
    );
    return controls.flatMap((control) => {
      let corrected: PanelControl | null = control;
      for (const correction of meant) {
        if (!corrected || !matches(corrected, correction.match)) continue;
        const next = changed(corrected, correction.change);
        if (!isDeepStrictEqual(next, corrected)) used.get(correction)!.add(of);
        corrected = next;
      }
      return corrected ? [corrected] : [];
    });
  }

  const unused = () =>
    corrections.flatMap((correction) =>
      correction.of.filter((of) => !used.get(correction)!.has(of)).map((of) => ({ of, why: correction.why })),
    );
  return { correct, unused };
}

const matches = (control: PanelControl, match: Partial<PanelControl>) =>
  Object.entries(match).every(([name, value]) => isDeepStrictEqual(control[name as keyof PanelControl], value));

function changed(control: PanelControl, change: Correction['change']): PanelControl | null {
  if (change === undefined) return null;
  const wanted = typeof change === 'function' ? change(control) : change;
  const all = { ...control, ...wanted };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as PanelControl;
}
