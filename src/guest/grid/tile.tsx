import { Heart, MessageCircle } from 'lucide-react';
import type { GuestPicture } from '../../contract/guest-proof.ts';
import { commentsOf, hasChanged, isLocked, markOf, type OpenState, type View } from '../link/view.ts';
import { Picture } from '../ui/picture.tsx';
import type { Marking } from '../use-marking.ts';
import { t } from '../words.ts';
import styles from './grid.module.css';

interface Props {
  view: View;
  state: OpenState;
  picture: GuestPicture;
  number: number;
  box: { left: number; top: number; width: number; height: number };
  isTabStop: boolean;
  marking: Marking;
  onOpen: (key: string) => void;
}

export function Tile({ view, state, picture, number, box, isTabStop, marking, onOpen }: Props) {
  const { key, name } = picture;
  const mark = markOf(view, key);
  const comments = commentsOf(view, key).length;
  const isNew = hasChanged(state, picture);
  const facts = [
    name,
    mark.favorite && t.mark.favorite,
    mark.stars > 0 && t.mark.stars(mark.stars),
    mark.verdict !== null && t.mark[mark.verdict],
    comments > 0 && t.done.comments(comments),
    isNew && t.isNew,
    picture.version === null && t.beingMade,
  ].filter((fact) => typeof fact === 'string');
  return (
    <li
      className={styles.tile}
      style={box}
      aria-setsize={state.pictures.length}
      aria-posinset={number}
      data-no={mark.verdict === 'no'}
    >
      <button
        type="button"
        className={styles.open}
        data-tile={key}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={[t.picture(number), ...facts].join(', ')}
        onClick={() => onOpen(key)}
      >
        <Picture picture={picture} size="tile" />
      </button>
      <span className={styles.marks} aria-hidden="true">
        {isNew && <span className={styles.new}>{t.isNew}</span>}
        {mark.verdict !== null && <span data-verdict={mark.verdict}>{t.mark[mark.verdict]}</span>}
        {mark.stars > 0 && <span>★ {mark.stars}</span>}
        {comments > 0 && (
          <span>
            <MessageCircle size={13} aria-hidden />
            {comments}
          </span>
        )}
        {name !== undefined && <span className={styles.name}>{name}</span>}
      </span>
      {state.allows.favorite && (mark.favorite || !isLocked(view)) && (
        <button
          type="button"
          className={styles.heart}
          tabIndex={-1}
          aria-pressed={mark.favorite}
          aria-label={`${t.mark.favorite}, ${t.picture(number)}`}
          onClick={() => marking.favorite(key)}
        >
          <Heart size={20} fill={mark.favorite ? 'currentColor' : 'none'} aria-hidden />
        </button>
      )}
    </li>
  );
}
