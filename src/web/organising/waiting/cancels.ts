import { onTabNews } from './waiting-store.ts';

let cancels = 0;
onTabNews(({ is }) => {
  if (is === 'cancelled') cancels += 1;
});

/** If it has grown while a change was sent, that change was cancelled: one tab sends one change at a time. */
export const cancelsSoFar = (): number => cancels;
