import { ChevronLeft, ChevronRight, Columns2, Download, MessageCircle, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { GuestPicture } from '../../contract/guest-proof.ts';
import type { Point } from '../../contract/proofs.ts';
import type { GuestLink } from '../link/guest-link.ts';
import { at } from '../link/link.ts';
import { commentsOf, hasChanged, type OpenState, type View } from '../link/view.ts';
import { markByKey } from '../mark-keys.ts';
import { Away, Said } from '../status.tsx';
import { Dialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';
import type { Marking } from '../use-marking.ts';
import { t } from '../words.ts';
import { Comments } from './comments.tsx';
import { MarkBar } from './mark-bar.tsx';
import { Slides } from './slides.tsx';
import styles from './viewer.module.css';

interface Props {
  link: GuestLink;
  view: View;
  state: OpenState;
  pictures: readonly GuestPicture[];
  picture: GuestPicture;
  marking: Marking;
  onMove: (key: string) => void;
  onCompare: (key: string) => void;
  onClose: () => void;
}

/** One picture, as large as it goes. */
export function Viewer({ link, view, state, pictures, picture, marking, onMove, onCompare, onClose }: Props) {
  const [isTalking, setTalking] = useState(false);
  const [spot, setSpot] = useState<Point | null>(null);
  const index = pictures.indexOf(picture);
  const [previous, next] = [pictures[index - 1], pictures[index + 1]];
  useEffect(() => setSpot(null), [picture.key]);
  const comments = commentsOf(view, picture.key);
  const go = (to: GuestPicture | undefined) => to && onMove(to.key);
  const neighbor = next ?? previous;
  const canTalk = state.allows.comments;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
    if (event.key === 'ArrowLeft') go(previous);
    else if (event.key === 'ArrowRight') go(next);
    else if (/^c$/i.test(event.key) && canTalk) setTalking(true);
    else if (!markByKey(event.key, picture.key, marking)) return;
    event.preventDefault();
  };
  const title = t.pictureOf(index + 1, pictures.length);
  return (
    <Dialog
      label={title}
      className={styles.viewer}
      onClose={() => (isTalking ? setTalking(false) : onClose())}
      onKeyDown={onKeyDown}
    >
      <div className={styles.top}>
        <button type="button" className={page.icon} aria-label={t.close} onClick={onClose}>
          <X aria-hidden />
        </button>
        <h2 className={styles.title} aria-live="polite">
          {title}
          {picture.name !== undefined && <span className={styles.name}> · {picture.name}</span>}
          {hasChanged(state, picture) && <span className={styles.new}>{t.isNew}</span>}
        </h2>
        {neighbor && (
          <button
            type="button"
            className={page.icon}
            aria-label={t.viewer.compare}
            title={t.viewer.compare}
            onClick={() => onCompare(neighbor.key)}
          >
            <Columns2 aria-hidden />
          </button>
        )}
        <Downloads state={state} picture={picture} />
      </div>
      <div className={styles.stage}>
        <Slides
          pictures={pictures}
          index={index}
          onMove={onMove}
          onSpot={isTalking && !view.state?.is_done ? setSpot : null}
          pins={canTalk ? comments.map(({ id, point, is_earlier }) => ({ id, point: is_earlier ? null : point })) : []}
          spot={spot}
          onPin={() => setTalking(true)}
        />
        <button
          type="button"
          className={styles.previous}
          aria-label={t.viewer.previous}
          disabled={!previous}
          onClick={() => go(previous)}
        >
          <ChevronLeft aria-hidden />
        </button>
        <button
          type="button"
          className={styles.next}
          aria-label={t.viewer.next}
          disabled={!next}
          onClick={() => go(next)}
        >
          <ChevronRight aria-hidden />
        </button>
        <Said said={marking.said} />
      </div>
      {isTalking && (
        <Comments
          key={picture.key}
          link={link}
          view={view}
          picture={picture}
          comments={comments}
          spot={spot}
          onSpot={setSpot}
          onClose={() => setTalking(false)}
        />
      )}
      <div className={styles.bottom}>
        <Away view={view} />
        <Others state={state} picture={picture} />
        <MarkBar view={view} state={state} picture={picture} marking={marking}>
          {canTalk && (
            <button
              type="button"
              className={page.icon}
              aria-expanded={isTalking}
              aria-label={t.done.comments(comments.length)}
              title={t.comment.title}
              onClick={() => setTalking(!isTalking)}
            >
              <MessageCircle aria-hidden />
              {comments.length > 0 && <span className={styles.count}>{comments.length}</span>}
            </button>
          )}
        </MarkBar>
        <p className={styles.keys}>{t.viewer.keys}</p>
      </div>
    </Dialog>
  );
}

const isWriting = ({ target }: KeyboardEvent) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

function Downloads({ state: { downloads }, picture: { key, version } }: { state: OpenState; picture: GuestPicture }) {
  if (downloads === 'none' || version === null) return null;
  const size = downloads === 'full' ? 'full' : 'web';
  return (
    <a
      className={page.icon}
      href={at(`download/${key}/${size}`)}
      download
      aria-label={t.viewer.download}
      title={t.viewer.download}
    >
      <Download aria-hidden />
    </a>
  );
}

/** What other guests said, where it is shown. */
function Others({ state: { others }, picture: { key } }: { state: OpenState; picture: GuestPicture }) {
  const said = others[key] ?? [];
  if (said.length === 0) return null;
  return (
    <ul className={styles.others} aria-label={t.mark.others}>
      {said.map(({ by, favorite, stars, verdict }) => (
        <li key={by}>
          {by}:{' '}
          {[favorite && t.mark.favorite, stars > 0 && t.mark.stars(stars), verdict && t.mark[verdict]]
            .filter((each) => typeof each === 'string')
            .join(', ')}
        </li>
      ))}
    </ul>
  );
}
