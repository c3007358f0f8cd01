/** How many steps a key goes: Shift ten times as far, Ctrl a tenth. null: it is none of the keys that step. */
export function stepsOfKey(event: { key: string; shiftKey: boolean; ctrlKey: boolean }): number | null {
  const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  return way === undefined ? null : way * scaleOf(event);
}

export const scaleOf = ({ shiftKey, ctrlKey }: { shiftKey: boolean; ctrlKey: boolean }): number =>
  shiftKey ? 10 : ctrlKey ? 0.1 : 1;
