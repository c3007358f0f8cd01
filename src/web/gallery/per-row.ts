import { Kept, useStore } from '../stores/store.ts';
import { FEWEST, MOST } from './pinched-to.ts';
import { useIsOnItsSide, useIsPhone } from '../ui/phone.ts';

const USUAL = 3;
/** Fewer than these per row have captions. */
const CAPTIONED = 3;

const chosen = new Kept('pictures-per-row', (text) => {
  const count = Number(text);
  return Number.isInteger(count) && count >= FEWEST && count <= MOST ? count : USUAL;
});

/** As chosen on this device for the upright phone. */
export const perRowNow = chosen.snapshot;
export const usePerRow = () => useStore(chosen);
export const setPerRow = (count: number): void => chosen.keep(String(count));

/** The rows of a phone; null on larger screens, where a height is chosen. On its side, a phone has room for twice as many. */
export function usePhoneRows(): { perRow: number; captioned: boolean } | null {
  const count = usePerRow();
  const isPhone = useIsPhone();
  const perRow = useIsOnItsSide() ? 2 * count : count;
  return isPhone ? { perRow, captioned: count < CAPTIONED } : null;
}
