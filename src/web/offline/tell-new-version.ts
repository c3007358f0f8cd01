import { t as page } from '../i18n/words.ts';
import { say } from '../ui/toasts.tsx';
import { t } from './words.ts';

/** Decisions that wait are in the browser's store, and go on from there. */
export function tellNewVersion(): void {
  const reload = () => location.reload();
  say({ title: t('newVersion'), stays: true, action: { label: page('connection.reload'), onClick: reload } });
}
