import type { ImageRecord } from '../../contract/image-record.ts';
import { useWhyNot } from '../api/rights.ts';
import { countMarks } from '../organising/mark-counts.ts';
import { MarkButtons } from '../organising/mark-buttons.tsx';
import { organise } from '../organising/organise.ts';
import { membersOf } from './folds/folds.ts';
import { say } from '../ui/toasts.tsx';
import styles from './tile.module.css';

/** Stars, reject and labels over the lower edge of a picture, for the mouse and the Tab key: fingers have those of the selection's bar. */
export function TileMarks({ image, bottom }: { image: ImageRecord; bottom: number }) {
  const whyNot = useWhyNot('images:write');
  return (
    <div className={styles.clickable} style={{ top: bottom }}>
      <MarkButtons
        small
        marks={countMarks([image])}
        onWish={(wish) => {
          if (whyNot === null) organise(wish, membersOf(image.id));
          else say({ id: 'organise', title: whyNot });
        }}
      />
    </div>
  );
}
