import type { ImageRecord } from '../../contract/image-record.ts';
import { useWhyNot } from '../api/rights.ts';
import { MarkButtons } from '../organising/mark-buttons.tsx';
import { organise } from '../organising/organise.ts';
import { say } from '../ui/toasts.tsx';
import styles from './tile.module.css';

/** Stars and labels over the lower edge of a picture, for the mouse and the Tab key: fingers have those of the selection's bar. */
export function TileMarks({ image, bottom }: { image: ImageRecord; bottom: number }) {
  const whyNot = useWhyNot('images:write');
  return (
    <div className={styles.clickable} style={{ top: bottom }}>
      <MarkButtons
        small
        rating={image.rating}
        labels={image.color_labels}
        onWish={(wish) => {
          if (whyNot === null) organise(wish, [image.id]);
          else say({ id: 'organise', title: whyNot });
        }}
      />
    </div>
  );
}
