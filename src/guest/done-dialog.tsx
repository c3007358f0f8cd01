import { useState } from 'react';
import { LONGEST_COMMENT } from '../contract/guest-limits.ts';
import type { GuestLink } from './link/guest-link.ts';
import { commentsOf, countOf, isFavorite, isYes, type OpenState, type View } from './link/view.ts';
import { Dialog } from './ui/dialog.tsx';
import page from './ui/page.module.css';
import { t } from './words.ts';

interface Props {
  link: GuestLink;
  view: View;
  state: OpenState;
  onClose: () => void;
}

/** Asked before, since the guest cannot take it back. What was written is kept in any case. */
export function DoneDialog({ link, view, state, onClose }: Props) {
  const [text, setText] = useState(view.text ?? state.final_text);
  const keepText = () => {
    if (text !== (view.text ?? state.final_text)) link.outbox.write(text);
  };
  const close = () => {
    keepText();
    onClose();
  };
  return (
    <Dialog label={t.done.title} className={page.dialog} onClose={close}>
      <h2>{t.done.title}</h2>
      <p>{t.done.summary(summary(view, state))}</p>
      {state.allows.final_text && (
        <div className={page.field}>
          <label htmlFor="final-text">{t.done.text}</label>
          <textarea
            id="final-text"
            name="final-text"
            rows={4}
            maxLength={LONGEST_COMMENT}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onBlur={keepText}
          />
        </div>
      )}
      <p>{t.done.after}</p>
      <div className={page.buttons}>
        <button type="button" className={page.button} onClick={close}>
          {t.done.later}
        </button>
        <button
          type="button"
          className={page.primary}
          onClick={() => {
            close();
            link.outbox.finish();
          }}
        >
          {t.done.confirm}
        </button>
      </div>
    </Dialog>
  );
}

function summary(view: View, { pictures }: OpenState): string[] {
  const said = (count: number, words: (count: number) => string) => (count === 0 ? [] : [words(count)]);
  const comments = pictures.reduce(
    (sum, { key }) => sum + commentsOf(view, key).filter(({ by }) => by === null).length,
    0,
  );
  return [
    ...said(countOf(view, isFavorite), t.done.favorites),
    ...said(
      countOf(view, ({ stars }) => stars > 0),
      t.done.rated,
    ),
    ...said(countOf(view, isYes), t.done.yes),
    ...said(
      countOf(view, ({ verdict }) => verdict === 'maybe'),
      t.done.maybe,
    ),
    ...said(
      countOf(view, ({ verdict }) => verdict === 'no'),
      t.done.no,
    ),
    ...said(comments, t.done.comments),
  ];
}
