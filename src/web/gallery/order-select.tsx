import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { navigate } from '../location.ts';
import { type GalleryView, ORDERS, writeView } from './gallery-view.ts';
import { classes } from '../ui/classes.ts';
import controls from '../ui/controls.module.css';
import styles from './order-select.module.css';

/** The order of the gallery's pictures. */
export function OrderSelect({ view, className }: { view: GalleryView; className?: string | undefined }) {
  return (
    <div className={classes(styles.select, className)}>
      <span className={styles.lead}>
        <ArrowDownWideNarrow size={16} aria-hidden />
      </span>
      <select
        name="order"
        className={controls.field}
        aria-label={t('gallery.order')}
        value={view.order}
        onChange={({ target }) => {
          const order = ORDERS.find(({ name }) => name === target.value)?.name ?? 'newest';
          navigate(`/${writeView({ ...view, order })}`);
        }}
      >
        {ORDERS.filter(({ name }) => name !== 'album' || view.album !== '').map(({ name }) => (
          <option key={name} value={name}>
            {t(`order.${name}`)}
          </option>
        ))}
      </select>
      <span>
        <ChevronDown size={16} aria-hidden />
      </span>
    </div>
  );
}
