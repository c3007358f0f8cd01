import type { ModuleEntry } from '../../../api/modules.ts';
import { t } from '../../../i18n/words.ts';

export const keyOf = ({ operation, multi_priority }: Pick<ModuleEntry, 'operation' | 'multi_priority'>) =>
  `${operation} ${multi_priority}`;

/**
 * Tells instances of one module apart; empty when there is only one. darktable calls the first one "0" and does not
 * show that.
 */
export function instanceName({
  multi_name,
  multi_priority,
}: Pick<ModuleEntry, 'multi_name' | 'multi_priority'>): string {
  const own = multi_name.trim();
  if (own !== '' && own !== '0') return own;
  return multi_priority > 0 ? t('develop.instance', { number: multi_priority + 1 }) : '';
}

export function nameOf(module: ModuleEntry): string {
  const instance = instanceName(module);
  return instance === '' ? module.label : `${module.label} · ${instance}`;
}
