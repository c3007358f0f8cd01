import type { Proof } from '../../contract/proofs.ts';
import { dateTime, number } from '../i18n/words.ts';
import { t } from './words.ts';

export const stateWords = ({ state, expires_at: time }: Proof): string => t(`state.${state}`, { time: dateTime(time) });

/** "40 pictures · 2 guests · 1 finished · 12 pictures marked" */
export function factsWords(proof: Proof): string {
  const { pictures, made, failed, guests_seen: seen, guests_done: done, marked, has_password: hasPassword } = proof;
  return [
    t('pictures', { count: pictures }),
    ...(proof.state === 'open' && made < pictures
      ? [t('making', { done: number(made), total: number(pictures) })]
      : []),
    ...(failed > 0 ? [t('failed', { count: failed })] : []),
    ...(seen > 0 ? [t('guestsSeen', { count: seen })] : []),
    ...(done > 0 ? [t('guestsDone', { count: done })] : []),
    ...(marked > 0 ? [t('marked', { count: marked })] : []),
    ...(hasPassword ? [t('hasPassword')] : []),
  ].join(' · ');
}
