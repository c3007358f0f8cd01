import { Info, SlidersHorizontal, Tag } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { PICTURE, TAGS } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { button } from '../ui/button.ts';
import { type Panel, PANELS } from './picture-address.ts';
import styles from './detail.module.css';

const ICONS = { info: Info, organise: Tag, develop: SlidersHorizontal };
const KEYS = { info: PICTURE.info, organise: TAGS.tags, develop: PICTURE.develop };

interface Props {
  /** The panel next to the picture, if any. */
  open: Panel | null;
  /** Shows the panel, or hides it if it is open. */
  onShow: (panel: Panel) => void;
}

export function PanelButtons({ open, onShow }: Props) {
  return (
    <div className={styles.panels}>
      {PANELS.map((name) => {
        const Icon = ICONS[name];
        return (
          <button
            key={name}
            type="button"
            className={button('quiet', 'icon')}
            aria-label={t(`detail.${name}`)}
            title={withKey(t(`detail.${name}`), KEYS[name])}
            aria-pressed={open === name}
            onClick={() => onShow(name)}
          >
            <Icon size={18} aria-hidden />
          </button>
        );
      })}
    </div>
  );
}
