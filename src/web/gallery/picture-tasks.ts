import { createElement } from 'react';
import type { ChangeResult } from '../../contract/image-change.ts';
import { duplicateImages, groupImages, removeImages } from '../api/organising.ts';
import { t } from '../i18n/words.ts';
import type { PicturesChange } from '../organising/change-words.ts';
import { decisions } from '../organising/decisions.ts';
import { picturesChanged } from '../organising/organise.ts';
import { tell, tellFailure } from '../organising/telling.ts';
import { ask } from './pictures-question.ts';
import { t as tPictures } from './pictures-words.ts';
import { clearSelection, selectThese } from './selection.ts';

/** More new versions than this are asked about first. */
const MANY = 20;

/** Another version of each, which is selected then. */
export function duplicate(ids: readonly number[], isSure = false): void {
  if (ids.length > MANY && !isSure) return ask({ is: 'duplicate', ids });
  carryOut('duplicated', ids, async () => {
    const result = await duplicateImages(ids);
    if (result.made.length > 0) selectThese(result.made);
    return result;
  });
}

export function group(ids: readonly number[]): void {
  if (ids.length < 2) tell({ title: tPictures('groupTwo') });
  else carryOut('grouped', ids, () => groupImages('group', ids));
}

export const ungroup = (ids: readonly number[]): void => carryOut('ungrouped', ids, () => groupImages('ungroup', ids));

export function remove(ids: readonly number[], isSure = false): void {
  if (!isSure) return ask({ is: 'remove', ids });
  carryOut('removed', ids, async () => {
    const result = await removeImages(ids);
    if (result.failed === 0) clearSelection();
    return result;
  });
}

/** After all decisions that were made before. */
function carryOut(is: PicturesChange['is'], ids: readonly number[], change: () => Promise<ChangeResult>): void {
  if (ids.length === 0) {
    tell({ title: t('organise.choose') });
    return;
  }
  decisions.inTurn(async () => {
    try {
      await decisions.untilSent();
      const { change: id, changed, failed, failures } = await change();
      const why = failures[0] && createElement('p', { lang: 'en' }, failures[0].reason);
      const notAll = t('organise.failed', { count: failed });
      if (id !== null) picturesChanged({ is }, id, changed, failed > 0 ? [notAll, why] : undefined);
      else if (failed > 0) tell({ title: notAll, description: why, isFailure: true });
      else tell({ title: tPictures('already') });
    } catch (error) {
      tellFailure(t('organise.failed', { count: ids.length }), error);
    }
  });
}
