import type { Job } from '../api/ask-darktable.ts';
import { t as page } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { Dialog } from '../ui/dialog.tsx';
import { t } from './selection-words.ts';

/** Asks before very many pictures are rendered. `groups`: of each, one picture is exported. */
export function ManySure({
  job,
  count,
  groups,
  onYes,
  onClose,
}: {
  job: Job;
  count: number;
  groups: number;
  onYes: () => void;
  onClose: () => void;
}) {
  const isExport = job === 'export';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isExport ? 'exportTitle' : 'refreshTitle', { count })}
      actions={
        <>
          <button type="button" className={button()} onClick={onClose}>
            {page('common.cancel')}
          </button>
          <button
            type="button"
            className={button('primary')}
            onClick={() => {
              onYes();
              onClose();
            }}
          >
            {t(isExport ? 'export' : 'refresh')}
          </button>
        </>
      }
    >
      <p>{t(isExport ? 'exportHow' : 'refreshHow')}</p>
      {groups > 0 && <p>{t('exportGroups', { count: groups })}</p>}
    </Dialog>
  );
}
