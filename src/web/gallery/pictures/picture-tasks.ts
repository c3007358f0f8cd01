import { createElement } from 'react';
import type { ChangeResult } from '../../../contract/image-change.ts';
import { duplicateImages, groupImages, removeImages } from '../../api/organising.ts';
import { MOST_IDS } from '../../../contract/most-ids.ts';
import { number, t } from '../../i18n/words.ts';
import type { PicturesChange } from '../../organising/change-words.ts';
import { decisions } from '../../organising/decisions.ts';
import { picturesChanged } from '../../organising/organise.ts';
import { whilePutting } from '../../organising/progress.ts';
import { tell, tellFailure } from '../../organising/telling.ts';
import { unfold } from '../folds/folds.ts';
import { type NewVersions, showVersions } from '../folds/new-versions.ts';
import { ask } from './pictures-question.ts';
import { t as tPictures } from './words.ts';
import { filterNow, selection, selectThese } from '../selection.ts';

/** More new versions than this are asked about first. */
const MANY = 20;

/** Another version of each, which is selected then. */
export function duplicate(ids: readonly number[], isSure = false): void {
  if (ids.length > MANY && !isSure) ask({ is: 'duplicate', ids });
  else void carryOut('duplicated', ids, duplicateImages);
}

export function group(ids: readonly number[]): void {
  if (ids.length < 2) tell({ title: tPictures('groupTwo') });
  else if (ids.length > MOST_IDS) tell({ title: tPictures('groupMost', { most: number(MOST_IDS) }) });
  else void carryOut('grouped', ids, (part) => groupImages('group', part));
}

export const ungroup = (ids: readonly number[]): void =>
  void carryOut('ungrouped', ids, (part) => groupImages('ungroup', part));

export function remove(ids: readonly number[], isSure = false): void {
  if (ids.length > 0 && !isSure) ask({ is: 'remove', ids });
  else void carryOut('removed', ids, removeImages);
}

type Result = ChangeResult & { made?: readonly number[] };

/** After all decisions that were made before, part by part; one step to undo. */
async function carryOut(
  is: PicturesChange['is'],
  ids: readonly number[],
  change: (part: readonly number[]) => Promise<Result>,
): Promise<void> {
  if (ids.length === 0) {
    tell({ title: t('organise.choose') });
    return;
  }
  const selected = selection();
  const results: Result[] = [];
  const parts: (readonly number[])[] = [];
  let refusal: unknown = null;
  const asked = await whilePutting({ is }, ids.length, async (now) => {
    try {
      await decisions.untilSent();
      while (now.done < ids.length && !now.isCancelled) {
        const part = ids.slice(now.done, now.done + MOST_IDS);
        results.push(await change(part));
        parts.push(part);
        now.done += part.length;
      }
    } catch (error) {
      refusal = error;
    }
    return now.done;
  });
  const failures = results.flatMap((result) => result.failures);
  const sum = (countOf: (result: Result) => number) => results.reduce((all, result) => all + countOf(result), 0);
  const failed = sum((result) => result.failed) + ids.length - asked;
  // Whoever has selected others meanwhile means those.
  if (selection() === selected) {
    const made = results.flatMap((result) => result.made ?? []);
    const left = new Set([...ids.slice(asked), ...failures.map(({ id }) => id)]);
    const [first] = made;
    if (first !== undefined) {
      selectThese(made);
      showVersions(filterNow(), versionsOf(results, parts));
      // Behind a folded group nobody would see them.
      unfold({ tile: first, members: [...ids, ...made] });
    }
    if (is === 'removed') selectThese([...selected].filter((id) => left.has(id)));
  }
  const changes = results.flatMap((result) => result.change ?? []);
  const notDone = t('organise.failed', { count: failed });
  const why = failures[0] && createElement('p', { key: 'why', lang: 'en' }, failures[0].reason);
  // The one that leads a group has not changed, and is in it.
  const count = is.endsWith('grouped') ? ids.length - failed : sum((result) => result.changed);
  if (changes.length > 0) picturesChanged({ is }, changes, count, failed > 0 ? [notDone, why] : undefined);
  if (refusal !== null) tellFailure(notDone, refusal);
  else if (changes.length === 0)
    tell(failed > 0 ? { title: notDone, description: why, isFailure: true } : { title: tPictures('already') });
}

/** A part's new versions are in the order of its pictures, without those that failed. */
const versionsOf = (results: readonly Result[], parts: readonly (readonly number[])[]): NewVersions =>
  new Map(
    results.flatMap(({ made = [], failures }, at) => {
      const failed = new Set(failures.map(({ id }) => id));
      const originals = parts[at]?.filter((id) => !failed.has(id)) ?? [];
      return made.map((id, place): [number, number] => [id, originals[place] ?? 0]);
    }),
  );
