import { useEffect, useState } from 'react';
import type { GuestSize } from '../../contract/guest-limits.ts';
import type { GuestPicture } from '../../contract/guest-proof.ts';
import { pictureAt } from '../link/link.ts';
import { t } from '../words.ts';
import styles from './picture.module.css';

const AGAIN_MS = 4_000;

/** One that does not come is asked for again. The one before stays until the new one is there. */
export function Picture({ picture, size }: { picture: GuestPicture; size: GuestSize }) {
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (!isBroken) return;
    const again = () => {
      setBroken(false);
      setAttempt((before) => before + 1);
    };
    const timer = setTimeout(again, AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [isBroken]);
  if (picture.version === null)
    return <span className={size === 'tile' ? styles.making : styles.makingLarge}>{t.beingMade}</span>;
  return (
    <img
      key={attempt}
      className={isThere ? styles.there : styles.coming}
      src={pictureAt(picture, size)}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={() => setThere(true)}
      onError={() => setBroken(true)}
    />
  );
}
