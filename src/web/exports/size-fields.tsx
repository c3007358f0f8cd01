import type { RecipeSize } from '../../contract/recipes.ts';
import controls from '../ui/controls.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { NumberInput } from './number-input.tsx';
import styles from './recipe-form.module.css';
import { t } from './words.ts';

/** Each kind of size, and what it begins with. */
const FIRST: { readonly [By in RecipeSize['by']]: Extract<RecipeSize, { by: By }> } = {
  full: { by: 'full' },
  'long-edge': { by: 'long-edge', pixels: 2400 },
  box: { by: 'box', width: 1920, height: 1080 },
  megapixels: { by: 'megapixels', megapixels: 6 },
  factor: { by: 'factor', factor: 0.5 },
};

export function SizeFields({ size, onChange }: { size: RecipeSize; onChange: (size: RecipeSize) => void }) {
  const pixels = { min: 16, max: 65_535 };
  return (
    <div className={styles.row}>
      <Labelled label={t('size')}>
        {(names) => (
          <select
            className={controls.field}
            value={size.by}
            onChange={({ target }) => {
              const chosen = Object.values(FIRST).find(({ by }) => by === target.value);
              if (chosen) onChange(chosen);
            }}
            {...names}
          >
            {Object.values(FIRST).map(({ by }) => (
              <option key={by} value={by}>
                {t(`sizes.${by}`)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {size.by === 'long-edge' && (
        <NumberInput
          label={t('pixels')}
          value={size.pixels}
          {...pixels}
          onChange={(next) => onChange({ ...size, pixels: next })}
        />
      )}
      {size.by === 'box' && (
        <>
          <NumberInput
            label={t('width')}
            value={size.width}
            {...pixels}
            onChange={(next) => onChange({ ...size, width: next })}
          />
          <NumberInput
            label={t('height')}
            value={size.height}
            {...pixels}
            onChange={(next) => onChange({ ...size, height: next })}
          />
        </>
      )}
      {size.by === 'megapixels' && (
        <NumberInput
          label={t('megapixels')}
          value={size.megapixels}
          min={0.01}
          max={1000}
          isWhole={false}
          onChange={(next) => onChange({ ...size, megapixels: next })}
        />
      )}
      {size.by === 'factor' && (
        <NumberInput
          label={t('percent')}
          value={size.factor * 100}
          min={1}
          max={100}
          isWhole={false}
          onChange={(next) => onChange({ ...size, factor: next / 100 })}
        />
      )}
    </div>
  );
}
