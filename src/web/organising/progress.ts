import { createElement } from 'react';
import { type ChangeProgress, onChangeProgress } from '../api/change-progress.ts';
import { cancelChange } from '../api/organising.ts';
import { ApiError } from '../api/request.ts';
import { number, t } from '../i18n/words.ts';
import { changeWords } from './change-words.ts';
import { made } from './on-its-way.ts';
import { tell, tellFailure } from './telling.ts';
import { tellTabs } from './waiting/waiting-store.ts';
import { ownerNow } from './waiting/whose.ts';
import controls from '../ui/controls.module.css';

/** Ids of the journal's changes that this page has cancelled. */
const cancelled = new Set<number>();

/** Tells how far a change of many pictures is, in the tab that made it, with a button to cancel it. */
onChangeProgress((progress) => {
  // Changes are sent one after the other, so it is the oldest.
  const [sent] = made.values();
  if (!sent || progress.state === 'ended' || progress.client !== ownerNow()?.client) return;
  const isCancelled = cancelled.has(progress.change);
  const title = t(isCancelled ? 'organise.cancelling' : 'organise.partly', {
    ...{ what: changeWords(sent.step.change), done: number(progress.done), count: progress.of },
  });
  tell({
    ...{ title, stays: true },
    description: createElement('progress', {
      ...{ className: controls.progress, value: progress.done, max: progress.of, 'aria-label': title },
    }),
    ...(!isCancelled && { action: { label: t('common.cancel'), onClick: () => void cancel(progress) } }),
  });
});

async function cancel({ change }: ChangeProgress): Promise<void> {
  cancelled.add(change);
  tellTabs({ is: 'cancelled' });
  try {
    await cancelChange(change);
  } catch (error) {
    // It ended before.
    if (!(error instanceof ApiError && error.code === 'conflict')) tellFailure(t('organise.notCancelled'), error);
  }
}
