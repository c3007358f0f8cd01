import type { KeyboardEvent } from 'react';

/** Tabs are one stop of the Tab key: the arrows go round among them. */
export function onTabArrow(
  event: KeyboardEvent<HTMLElement>,
  { at, count, choose }: { at: number; count: number; choose: (at: number) => void },
): void {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (way === undefined) return;
  event.preventDefault();
  const next = (at + way + count) % count;
  choose(next);
  event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
}
