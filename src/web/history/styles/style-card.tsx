import { useEffect, useRef } from 'react';
import type { Style } from '../../api/styles.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { classes } from '../../ui/classes.ts';
import type { StyleThumbs } from './use-style-thumbs.ts';
import styles from './styles-dialog.module.css';

interface Props {
  style: Style;
  /** The last part of its name. */
  name: string;
  /** null: a list without pictures. */
  thumbs: StyleThumbs | null;
  whyNot: string | null;
  onChoose: () => void;
}

/** A style: the picture as it would be, and the name below it. */
export function StyleCard({ style, name, thumbs, whyNot, onChoose }: Props) {
  const card = useRef<HTMLLIElement>(null);
  const want = thumbs?.want;
  useEffect(() => {
    if (!want || !card.current) return;
    let drop: (() => void) | undefined;
    const watch = new IntersectionObserver(([entry]) => {
      drop?.();
      drop = entry?.isIntersecting ? want(style.name) : undefined;
    });
    watch.observe(card.current);
    return () => {
      watch.disconnect();
      drop?.();
    };
  }, [want, style.name]);
  const thumb = thumbs?.of(style.name);
  return (
    <li ref={card}>
      <ActionButton
        className={classes(styles.card, thumbs === null && styles.row)}
        whyNot={whyNot}
        title={style.description}
        onClick={onChoose}
      >
        {thumbs && (
          <span className={styles.thumb}>
            {thumb && 'url' in thumb && <img src={thumb.url} alt="" />}
            {thumb && 'refusal' in thumb && (
              <small className={styles.refusal} lang="en">
                {thumb.refusal}
              </small>
            )}
          </span>
        )}
        <span className={styles.name}>{name}</span>
      </ActionButton>
    </li>
  );
}
