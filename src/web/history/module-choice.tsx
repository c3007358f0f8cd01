import { t as tPage } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import type { CopiedModule } from './copied-modules.ts';
import { t } from './words.ts';
import styles from './paste-dialog.module.css';

interface Props {
  modules: readonly CopiedModule[];
  labelOf: (module: CopiedModule) => string;
  /** Operations. */
  chosen: readonly string[];
  onChoose: (operations: readonly string[]) => void;
}

/** The modules of a history with check marks. */
export function ModuleChoice({ modules, labelOf, chosen, onChoose }: Props) {
  const all = modules.map(({ operation }) => operation);
  return (
    <fieldset className={styles.choice}>
      <legend>{t('modules')}</legend>
      <div className={styles.quick}>
        <button type="button" className={button('quiet')} onClick={() => onChoose(all)}>
          {t('all')}
        </button>
        <button type="button" className={button('quiet')} onClick={() => onChoose([])}>
          {t('none')}
        </button>
      </div>
      <ul className={styles.modules}>
        {modules.map((module) => (
          <li key={module.operation}>
            <label className={styles.module}>
              <input
                name="module"
                type="checkbox"
                checked={chosen.includes(module.operation)}
                onChange={({ target }) =>
                  onChoose(all.filter((one) => (one === module.operation ? target.checked : chosen.includes(one))))
                }
              />
              <span>
                {labelOf(module)} <small>{detailsOf(module)}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** "2 instances · off", "as a rule only for its own picture" */
function detailsOf({ instances, isUsual }: CopiedModule): string {
  return [
    instances.length > 1 ? t('instances', { count: instances.length }) : '',
    instances.every(({ enabled }) => !enabled) ? tPage('develop.visitOff') : '',
    isUsual ? '' : t('unusual'),
  ]
    .filter((words) => words !== '')
    .join(' · ');
}
