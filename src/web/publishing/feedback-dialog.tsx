import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FeedbackItem, FeedbackRule } from '../../contract/publication-feedback.ts';
import type { Publication } from '../../contract/publications.ts';
import { undoChange } from '../api/organising.ts';
import { feedbackQuery, takeOverFeedback } from '../api/published-by-others.ts';
import { useWhyNot } from '../api/rights.ts';
import { number, t as page } from '../i18n/words.ts';
import { Cover } from '../organising/albums/cover.tsx';
import { undoAction } from '../organising/telling.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import form from '../ui/form.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { say } from '../ui/toasts.tsx';
import { ChoiceField } from './choice-field.tsx';
import styles from './publishing.module.css';
import { t } from './words.ts';

/** More are taken over, but not listed. */
const MOST_SHOWN = 100;
const RULES: readonly FeedbackRule[] = ['fill-empty', 'theirs-win', 'tags-only'];

/** What people made of the pictures where they are published, and what taking it over would change. */
export function FeedbackDialog({
  publication: { id, name },
  onClose,
}: {
  publication: Publication;
  onClose: () => void;
}) {
  const [rule, setRule] = useState<FeedbackRule>('fill-empty');
  const { data, error } = useQuery(feedbackQuery(id, rule));
  const whyNot = useWhyNot('images:write');
  const said = (data ?? []).filter(isSaid);
  const count = said.filter(({ would }) => would !== null).length;
  const taking = useMutation({
    mutationFn: () => takeOverFeedback(id, rule),
    networkMode: 'always',
    onSuccess: ({ change, changed }) => {
      say({
        id: 'organise',
        title: t('feedback.taken', { count: changed, number: number(changed) }),
        ...(change !== null && undoAction(() => void undoChange(change))),
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('feedback.title', { name })}
      actions={
        <DialogButtons
          action={t('feedback.take')}
          close={page('common.close')}
          isOff={count === 0 || taking.isPending}
          whyNot={whyNot}
          onAction={() => taking.mutate()}
          onClose={onClose}
        />
      }
    >
      <div className={form.form}>
        <ChoiceField
          label={t('feedback.rule')}
          value={rule}
          options={RULES.map((value) => ({ value, words: t(`feedback.rules.${value}`) }))}
          onChange={(value) => setRule(RULES.find((one) => one === value) ?? rule)}
        />
        <p role="status" className={text.muted}>
          {data ? t('feedback.would', { count, number: number(count) }) : !error && t('feedback.looking')}
        </p>
        <ul className={styles.said}>
          {said.slice(0, MOST_SHOWN).map((item) => (
            <li key={item.image_id}>
              <Cover id={item.image_id} />
              <div>
                <p>
                  {item.name} <span className={text.muted}>{factsOf(item)}</span>
                </p>
                {item.comments.map(({ author, text: words, at }) => (
                  <p key={`${author} ${at}`}>
                    <b>{author}</b> {words}
                  </p>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </div>
      <p className={text.complaint} role="alert">
        {(error ?? taking.error) && <Reason error={error ?? taking.error} />}
      </p>
    </Dialog>
  );
}

const isSaid = ({ stars, is_favorite, comments }: FeedbackItem) =>
  stars !== null || is_favorite === true || comments.length > 0;

function factsOf({ stars, is_favorite, would }: FeedbackItem): string {
  return [
    ...(stars === null ? [] : [t('feedback.stars', { count: stars, number: number(stars) })]),
    ...(is_favorite ? [t('feedback.favorite')] : []),
    ...(would === null ? [] : [t('feedback.changes')]),
  ].join(' · ');
}
