import type { ImageRecord } from '../../contract/image-record.ts';
import { Preview } from '../ui/preview.tsx';
import type { Size } from '../detail/zoom.ts';
import type { Placed } from './picture-place.ts';
import styles from './pane.module.css';

const WIDTH = 112;
const HEIGHT = 70;

/** Shows which part of the picture is visible. */
export function Navigator({ image, placed, room }: { image: ImageRecord; placed: Placed; room: Size }) {
  const { box, zoom, left, top } = placed;
  const scale = Math.min(WIDTH / box.width, HEIGHT / box.height);
  const part = (length: number, space: number, start: number) => {
    const from = Math.max(0, -start / (length * zoom));
    const to = Math.min(1, (space - start) / (length * zoom));
    return [from * length * scale, (to - from) * length * scale] as const;
  };
  const [x, width] = part(box.width, room.width, left);
  const [y, height] = part(box.height, room.height, top);
  return (
    <div className={styles.navigator} style={{ width: box.width * scale, height: box.height * scale }} aria-hidden>
      <Preview image={image} size="small" alt="" />
      <span className={styles.seen} style={{ left: x, top: y, width, height }} />
    </div>
  );
}
