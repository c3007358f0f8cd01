import type { KeyboardEvent } from 'react';
import { itemAt } from '../../../item-at.ts';

/** Tabs are one stop of the Tab key: the arrows go round among them. */
export function onTabArrow(
  event: KeyboardEvent<HTMLElement>,
  tabs: readonly { name: string }[],
  at: number,
  choose: (name: string) => void,
): void {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (way === undefined) return;
  event.preventDefault();
  const next = (at + way + tabs.length) % tabs.length;
  choose(itemAt(tabs, next).name);
  event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
}
