import { t } from '../../i18n/words.ts';
import { type Guide, GUIDES, type GuideUse, keepGuide } from './guides.ts';

interface Props {
  use: GuideUse;
  value: Guide;
  /** The choice is kept in this browser. */
  onChoose: (guide: Guide) => void;
  id?: string;
  className: string;
}

export const GuideSelect = ({ use, value, onChoose, id, className }: Props) => (
  <select
    name="guide"
    id={id}
    className={className}
    aria-label={id === undefined ? t('detail.guide') : undefined}
    value={value}
    onChange={({ target }) => {
      keepGuide(target.value as Guide, use);
      onChoose(target.value as Guide);
    }}
  >
    {GUIDES.map((each) => (
      <option key={each} value={each}>
        {t(`detail.guides.${each}`)}
      </option>
    ))}
  </select>
);
