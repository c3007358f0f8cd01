import { useEffect, useMemo, useRef, useState } from 'react';
import { X } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { ALBUMS, TAGS } from '../keyboard/actions.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { wishFocus } from '../organising/panel/focus-wish.ts';
import { LatePanel } from '../organising/panel/late-panel.tsx';
import { button } from '../ui/button.ts';
import { useBottomRoom } from '../ui/bottom-room.ts';
import { chosenPictures } from './chosen-pictures.ts';
import { membersOf } from './folds/folds.ts';
import { closePanel, openPanel, usePanel } from './open-panel.ts';
import { useSelected } from './selection.ts';
import styles from './side-panel.module.css';

/** Tags and texts of the selected pictures, or of the one that had the focus last: beside the grid, on a phone over its lower half. */
export function SidePanel({ behind }: { behind: boolean }) {
  const part = usePanel();
  const selected = useSelected();
  const [focused, setFocused] = useState<readonly number[]>([]);
  const ids = useMemo(() => (selected.size > 0 ? [...selected] : focused), [selected, focused]);
  const room = useBottomRoom();
  const before = useRef<HTMLElement>(null);

  useEffect(() => {
    if (behind) return;
    // A press opens a picture or drags it: the tags must not move away from under it.
    let isPressed = false;
    const onPress = () => (isPressed = true);
    const onRelease = () => (isPressed = false);
    const onFocus = ({ target }: FocusEvent) => {
      if (isPressed) return;
      const picture = (target as HTMLElement)
        .closest<HTMLElement>('[role=listitem]')
        ?.querySelector<HTMLElement>('[data-image]');
      if (!picture) return;
      before.current = picture;
      setFocused(membersOf(Number(picture.dataset.image)));
    };
    const presses = [
      ['pointerdown', onPress],
      ['pointerup', onRelease],
      ['pointercancel', onRelease],
      ['dragend', onRelease],
    ] as const;
    for (const [name, react] of presses) addEventListener(name, react, true);
    addEventListener('focusin', onFocus);
    return () => {
      for (const [name, react] of presses) removeEventListener(name, react, true);
      removeEventListener('focusin', onFocus);
    };
  }, [behind]);

  useActions(
    TAGS,
    behind
      ? null
      : {
          tags: () => {
            setFocused(chosenPictures());
            wishFocus();
            openPanel('tags');
          },
        },
  );

  useActions(
    ALBUMS,
    behind
      ? null
      : {
          albums: () => {
            setFocused(chosenPictures());
            openPanel('albums');
          },
        },
  );

  if (part === null) return null;
  const close = () => {
    closePanel();
    before.current?.focus();
  };
  return (
    <aside
      ref={room}
      className={styles.side}
      aria-label={t('panel.title')}
      onKeyDown={(event) => {
        // What is pressed in a dialog comes here, too.
        const isOutside = !event.currentTarget.contains(event.target as Node);
        if (event.key !== 'Escape' || event.defaultPrevented || isOutside) return;
        event.preventDefault();
        close();
      }}
    >
      <div className={styles.head}>
        <h2>{ids.length === 0 ? t('panel.title') : t('gallery.pictures', { count: ids.length })}</h2>
        <button type="button" className={button('quiet', 'icon')} aria-label={t('common.close')} onClick={close}>
          <X size={18} aria-hidden />
        </button>
      </div>
      <div className={styles.body}>
        <LatePanel key={part} ids={ids} part={part} />
      </div>
    </aside>
  );
}
