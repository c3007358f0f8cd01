import { useEffect, useRef, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { shapeOf } from '../../contract/image-shape.ts';
import { number, t } from '../i18n/words.ts';
import { useMarked } from '../organising/marks-ahead.ts';
import { describeImage } from '../ui/marks.tsx';
import { Preview } from '../ui/preview.tsx';
import styles from './filmstrip.module.css';
import { below } from '../base.ts';

/** As in filmstrip.module.css. */
const HEIGHT = 64;
const WIDEST = 128;

interface Props {
  /** The neighboring pictures, in gallery order; undefined until they have arrived. */
  around: readonly { index: number; id: number; image: ImageRecord | undefined }[];
  current: number;
  urlOf: (id: number) => string;
  onGo: (index: number) => void;
}

/** Small pictures of the neighbors: they show the position in the list and what comes next. */
export function Filmstrip({ around, current, urlOf, onGo }: Props) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = strip.current;
    const here = list?.querySelector<HTMLElement>('[aria-current]');
    if (list && here) list.scrollLeft = here.offsetLeft - (list.clientWidth - here.offsetWidth) / 2;
  }, [current, around.length]);

  return (
    <ul className={styles.filmstrip} ref={strip} aria-label={t('detail.filmstrip')}>
      {around.map((neighbour) => (
        <Neighbour
          key={neighbour.id}
          {...neighbour}
          isCurrent={neighbour.index === current}
          url={urlOf(neighbour.id)}
          onGo={onGo}
        />
      ))}
    </ul>
  );
}

interface NeighbourProps {
  index: number;
  image: ImageRecord | undefined;
  isCurrent: boolean;
  url: string;
  onGo: (index: number) => void;
}

function Neighbour({ index, image: record, isCurrent, url, onGo }: NeighbourProps) {
  const image = useMarked(record);
  const [message, setMessage] = useState('');
  const words = image ? describeImage(image) : number(index + 1);
  return (
    <li>
      <a
        href={below(url)}
        className={styles.picture}
        // Arrow keys move on from any of them, so one tab stop is enough.
        tabIndex={isCurrent ? 0 : -1}
        aria-label={message === '' ? words : `${words}, ${message}`}
        {...(isCurrent && { 'aria-current': 'true' as const })}
        style={{ width: Math.min(WIDEST, Math.round(HEIGHT * (image ? shapeOf(image) : 1.5))) }}
        draggable={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          onGo(index);
        }}
      >
        {image && <Preview image={image} size="small" alt="" onMessage={setMessage} />}
      </a>
    </li>
  );
}
