import { X } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { LONGEST_COMMENT } from '../../contract/guest-limits.ts';
import type { GuestPicture } from '../../contract/guest-proof.ts';
import type { Point } from '../../contract/proofs.ts';
import type { GuestLink } from '../link/guest-link.ts';
import { type commentsOf, isLocked, type View } from '../link/view.ts';
import page from '../ui/page.module.css';
import { moment, t } from '../words.ts';
import styles from './comments.module.css';

interface Props {
  link: GuestLink;
  view: View;
  picture: GuestPicture;
  comments: ReturnType<typeof commentsOf>;
  spot: Point | null;
  onSpot: (point: Point | null) => void;
  onClose: () => void;
}

/** Said when there is not much room left. */
const NEARLY = 200;

/** Beside the picture or below it, so that the spot that is meant can be seen. */
export function Comments({ link, view, picture, comments, spot, onSpot, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  // On a phone, the keyboard would cover the picture before a spot is shown.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '') return field.current?.focus();
    link.outbox.comment({ picture: picture.key, text: text.trim(), point: spot, on: picture.version });
    setText('');
    onSpot(null);
  };
  const left = LONGEST_COMMENT - text.length;
  return (
    <section className={styles.comments} aria-label={t.comment.title}>
      <div className={styles.head}>
        <h3>{t.comment.title}</h3>
        <button type="button" className={page.icon} aria-label={`${t.close}: ${t.comment.title}`} onClick={onClose}>
          <X aria-hidden />
        </button>
      </div>
      {comments.length === 0 ? (
        <p className={page.help}>{t.comment.none}</p>
      ) : (
        <ol className={styles.list}>
          {comments.map(({ id, text: said, by, at, is_earlier: isEarlier, waits, point }, index) => (
            <li key={id}>
              <p className={styles.said}>
                {point && !isEarlier && <span className={styles.number}>{index + 1}</span>}
                {said}
              </p>
              <p className={styles.about}>
                {[by ?? t.comment.mine, waits ? t.comment.waits : moment(at), isEarlier && t.comment.earlier]
                  .filter((each) => typeof each === 'string')
                  .join(' · ')}
                {by === null && !isLocked(view) && (
                  <button type="button" className={page.textButton} onClick={() => link.outbox.removeComment(id)}>
                    {t.comment.remove}
                  </button>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
      {!isLocked(view) && (
        <form className={styles.form} onSubmit={send}>
          <label htmlFor="comment" className={page.hidden}>
            {t.comment.write}
          </label>
          <textarea
            ref={field}
            id="comment"
            name="comment"
            rows={2}
            maxLength={LONGEST_COMMENT}
            placeholder={t.comment.write}
            aria-describedby="spot"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button type="submit" className={page.primary}>
            {t.comment.send}
          </button>
          <p id="spot" role="status" className={styles.spotHelp}>
            {spot ? t.comment.hasSpot : t.comment.spot}
            {spot && (
              <button type="button" className={page.textButton} onClick={() => onSpot(null)}>
                {t.comment.noSpot}
              </button>
            )}
            {left < NEARLY && ` ${t.comment.left(left)}`}
          </p>
        </form>
      )}
    </section>
  );
}
