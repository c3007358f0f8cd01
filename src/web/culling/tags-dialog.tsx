import { t } from '../i18n/words.ts';
import { LatePanel } from '../organising/panel/late-panel.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Tags, texts and place of the current picture. */
export function TagsDialog({ image, onClose }: { image: number; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('panel.title')}>
      <LatePanel ids={[image]} part="tags" />
    </Dialog>
  );
}
