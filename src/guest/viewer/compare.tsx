import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { GuestPicture } from '../../contract/guest-proof.ts';
import type { OpenState, View } from '../link/view.ts';
import { markByKey } from '../mark-keys.ts';
import { Away, Said } from '../status.tsx';
import { Dialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';
import type { Marking } from '../use-marking.ts';
import { t } from '../words.ts';
import styles from './compare.module.css';
import { MarkBar } from './mark-bar.tsx';
import { Large, variables } from './slides.tsx';
import viewer from './viewer.module.css';

interface Props {
  view: View;
  state: OpenState;
  pictures: readonly GuestPicture[];
  pair: readonly [GuestPicture, GuestPicture];
  marking: Marking;
  onMove: (picture: string, beside: string) => void;
  onClose: () => void;
}

/** Two pictures; one is chosen, and the marks and arrows are for it. */
export function Compare({ view, state, pictures, pair, marking, onMove, onClose }: Props) {
  const [chosen, setChosen] = useState<0 | 1>(1);
  const picture = pair[chosen];
  const other = pair[chosen === 0 ? 1 : 0];
  /** Past the other one: a picture is not compared with itself. */
  const stepped = (by: 1 | -1) => {
    const at = pictures.indexOf(picture);
    const next = pictures[at + by];
    return next === other ? pictures[at + 2 * by] : next;
  };
  const go = (to: GuestPicture | undefined) => {
    if (to) onMove(...(chosen === 0 ? ([to.key, other.key] as const) : ([other.key, to.key] as const)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') go(stepped(-1));
    else if (event.key === 'ArrowRight') go(stepped(1));
    else if (!markByKey(event.key, picture.key, marking)) return;
    event.preventDefault();
  };
  const numberOf = (each: GuestPicture) => state.pictures.indexOf(each) + 1;
  return (
    <Dialog label={t.compare.title} className={viewer.viewer} onClose={onClose} onKeyDown={onKeyDown}>
      <div className={viewer.top}>
        <button type="button" className={page.icon} aria-label={t.close} onClick={onClose}>
          <X aria-hidden />
        </button>
        <h2 className={viewer.title}>{t.compare.title}</h2>
      </div>
      <div className={styles.pair}>
        {pair.map((each, at) => (
          <div key={each.key} className={styles.pane} data-chosen={at === chosen}>
            <button
              type="button"
              className={styles.choose}
              aria-pressed={at === chosen}
              aria-label={t.compare.choose(numberOf(each))}
              onClick={() => setChosen(at === 0 ? 0 : 1)}
            >
              <span className={viewer.frame} style={variables({ '--ratio': each.width / each.height || 1 })}>
                <Large picture={each} />
              </span>
            </button>
            <span className={styles.number}>
              {numberOf(each)}
              {each.name !== undefined && ` · ${each.name}`}
            </span>
          </div>
        ))}
        <Said said={marking.said} />
      </div>
      <div className={viewer.bottom}>
        <Away view={view} />
        <MarkBar view={view} state={state} picture={picture} marking={marking}>
          <span className={styles.steps}>
            <button
              type="button"
              className={page.icon}
              aria-label={t.compare.previous}
              disabled={!stepped(-1)}
              onClick={() => go(stepped(-1))}
            >
              <ChevronLeft aria-hidden />
            </button>
            <button
              type="button"
              className={page.icon}
              aria-label={t.compare.next}
              disabled={!stepped(1)}
              onClick={() => go(stepped(1))}
            >
              <ChevronRight aria-hidden />
            </button>
          </span>
        </MarkBar>
      </div>
    </Dialog>
  );
}
