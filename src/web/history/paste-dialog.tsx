import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { historyQuery } from '../api/history.ts';
import { libraryQuery } from '../api/library.ts';
import type { When } from '../api/put-edits.ts';
import { panelQuery } from '../api/panel.ts';
import { darktableWordsQuery } from '../i18n/darktable-words.ts';
import { t as tPage } from '../i18n/words.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { button } from '../ui/button.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Waiting } from '../ui/notice.tsx';
import { Reason } from '../ui/reason.tsx';
import { copiedNow } from './copied.ts';
import { copiedModules } from './copied-modules.ts';
import { pasteEdits } from './edit-tasks.ts';
import { ModuleChoice } from './module-choice.tsx';
import { PasteOutlook } from './paste-outlook.tsx';
import { isSlow } from './postponed/outlook.ts';
import { wouldPasteQuery } from './would-paste.ts';
import { t } from './words.ts';
import segments from '../ui/segments.module.css';
import styles from './paste-dialog.module.css';

const MODES = ['append', 'replace'] as const;

/** Asks which modules of the copied edits to paste, and whether on top of what the pictures have or in its place. */
export function PasteDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [copied] = useState(copiedNow);
  const history = useQuery({ ...historyQuery(copied?.id ?? 0), enabled: copied !== null });
  const { data: status } = useQuery(libraryQuery);
  const library = `${status?.library ?? ''} ${status?.schema_version ?? ''}`;
  const panel = useQuery({ ...panelQuery(library), enabled: status !== undefined });
  const words = useQuery(darktableWordsQuery());
  const [mode, setMode] = useState<(typeof MODES)[number]>('append');
  /** null: as darktable's own copy. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);

  const isReady = panel.data !== undefined || panel.isError;
  const modules = history.data && isReady ? copiedModules(history.data, panel.data?.modules) : null;
  const taken = chosen ?? (modules ?? []).filter(({ isUsual }) => isUsual).map(({ operation }) => operation);
  const onto = ids.filter((id) => id !== copied?.id);
  const count = onto.length;
  const would = useQuery({
    ...wouldPasteQuery({ from: copied?.id ?? 0, modules: [...taken], mode }, onto),
    placeholderData: keepPreviousData,
    enabled: copied !== null && modules !== null && onto.length > 0 && taken.length > 0,
  });
  const outlook = would.data && isSlow(would.data) ? would.data : null;
  const isRefused = outlook !== null && outlook.refusedNow !== null;
  const whyNot = taken.length === 0 ? t('chooseModules') : null;
  /** `when` omitted: it is asked if it matters, as nobody may have told yet. */
  const paste = (when?: When) => {
    onClose();
    void pasteEdits(ids, { modules: [...taken], mode }, when);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('partsTitle', { name: copied?.name ?? '' })}
      actions={
        <>
          <button type="button" className={button()} onClick={onClose}>
            {tPage('common.cancel')}
          </button>
          {!isRefused && (
            <ActionButton
              className={outlook ? button() : button('primary')}
              whyNot={whyNot}
              onClick={() => paste(outlook ? 'now' : undefined)}
            >
              {outlook ? t('now') : t('pasteDo', { count })}
            </ActionButton>
          )}
          {outlook && (
            <ActionButton className={button('primary')} whyNot={whyNot} onClick={() => paste('darktable_closed')}>
              {t('whenClosed')}
            </ActionButton>
          )}
        </>
      }
    >
      {modules ? (
        <>
          <ModuleChoice
            modules={modules}
            labelOf={({ operation, label }) => words.data?.modules[operation] ?? label}
            chosen={taken}
            onChoose={setChosen}
          />
          <div className={segments.segments} role="group" aria-label={t('mode')}>
            {MODES.map((name) => (
              <button key={name} type="button" aria-pressed={mode === name} onClick={() => setMode(name)}>
                {t(name)}
              </button>
            ))}
          </div>
          <p className={styles.how}>{t(mode === 'append' ? 'appendHow' : 'replaceHow')}</p>
          {would.data && taken.length > 0 && (onto.length > 1 || outlook) && (
            <PasteOutlook
              would={would.data}
              outlook={outlook}
              labelOf={(operation) => words.data?.modules[operation] ?? operation}
            />
          )}
        </>
      ) : history.isError ? (
        <p>
          <Reason error={history.error} />
        </p>
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}
