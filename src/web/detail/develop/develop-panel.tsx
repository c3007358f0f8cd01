import { type ReactNode, useMemo, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../../contract/image-record.ts';
import { libraryQuery } from '../../api/library.ts';
import { canUndo, editsQuery, modulesQuery } from '../../api/modules.ts';
import { panelQuery } from '../../api/panel.ts';
import { ApiError } from '../../api/request.ts';
import { useWhyNot } from '../../api/rights.ts';
import { darktableWordsQuery, ENGLISH, translatedModule } from '../../i18n/darktable-words.ts';
import { moduleText, panelWordsQuery } from '../../i18n/panel-words.ts';
import { language, t } from '../../i18n/words.ts';
import { useConnectionLost } from '../../ui/connection-bar.tsx';
import { Lock } from '../../ui/lock.tsx';
import { Waiting } from '../../ui/notice.tsx';
import { Reason } from '../../ui/reason.tsx';
import type { LivePicture } from '../live/live-picture.ts';
import { LiveNote } from '../live/live-note.tsx';
import { ConflictNote } from './conflict-note.tsx';
import type { Looks } from '../looks.ts';
import { DevelopHead } from './develop-head.tsx';
import { DevelopTools } from './develop-tools.tsx';
import { EditNote } from './edit-note.tsx';
import { HistoryFold } from './history/history-fold.tsx';
import type { ModuleContext } from './modules/module-context.ts';
import { ModuleBrowser } from './modules/module-browser.tsx';
import type { Edits } from './edits.ts';
import { useStepKeys } from './use-step-keys.ts';
import styles from './develop-panel.module.css';

export interface DevelopPanelProps {
  image: Pick<ImageRecord, 'id' | 'is_raw'>;
  edits: Edits;
  live: LivePicture;
  looks: Looks;
  /** Of the picture shown. */
  histogram: ReactNode;
  /** Where the picture shown comes from. */
  previewNote: ReactNode;
}

/** What darktable does to the picture: its modules, in darktable's groups and words. */
export function DevelopPanel({ image: { id, is_raw: isRaw }, edits, live, looks, ...head }: DevelopPanelProps) {
  const modules = useQuery(modulesQuery(id));
  const darktable = useQuery(darktableWordsQuery());
  const journal = useQuery(editsQuery(id));
  const { data: status } = useQuery(libraryQuery);
  const library = `${status?.library ?? ''} ${status?.schema_version ?? ''}`;
  const panel = useQuery({ ...panelQuery(library), enabled: status !== undefined });
  const panelWords = useQuery({ ...panelWordsQuery(panel.data?.release ?? ''), enabled: panel.data !== undefined });
  const whyNot = useWhyNot('cache:refresh');
  const isLost = useConnectionLost();
  const root = useRef<HTMLDivElement>(null);
  useStepKeys(root, edits.goTo, whyNot === null);

  const words = darktable.data ?? (darktable.isError ? ENGLISH : null);
  const items = useMemo(
    () => words && modules.data?.items.map((module) => translatedModule(module, words)),
    [modules.data, words],
  );
  const context = useMemo((): ModuleContext | null => {
    if (!panel.data || !panelWords.data) return null;
    const facts = new Map(panel.data.modules.map((module) => [module.operation, module]));
    return {
      imageId: id,
      edits,
      looks,
      library,
      panel: panel.data,
      isRaw,
      whyNot,
      factsOf: (operation) => facts.get(operation),
      hasFacts: ({ operation, module_version: version }) => facts.get(operation)?.versions.includes(version) ?? false,
      translate: (operation, english) => moduleText(panelWords.data, operation)(english),
      canUndo: (module) => canUndo(journal.data?.items ?? [], module),
    };
  }, [id, edits, looks, library, panel.data, panelWords.data, isRaw, whyNot, journal.data]);

  const problem = modules.error ?? panel.error;
  if (!items || !context)
    return (
      <>
        <DevelopHead {...head} readout={looks.readout} />
        {isLost ? (
          <p className={styles.note} role="status">
            {t('develop.offlineUnknown')}
          </p>
        ) : problem instanceof ApiError ? (
          <p className={styles.note}>
            <Reason error={problem} />
          </p>
        ) : (
          <Waiting />
        )}
      </>
    );
  return (
    <div className={styles.develop} ref={root}>
      <DevelopHead {...head} readout={looks.readout}>
        {edits.conflicts[0] ? (
          <ConflictNote conflict={edits.conflicts[0]} context={context} />
        ) : (
          <EditNote id={id} edits={edits} />
        )}
        <LiveNote live={live} />
      </DevelopHead>
      <Lock whyNot={whyNot}>
        <ModuleBrowser
          modules={items}
          context={context}
          tools={<DevelopTools modules={items} context={context} looks={looks} />}
        />
      </Lock>
      <HistoryFold id={id} modules={items} context={context} />
      {panel.data?.controls_of && (
        <p className={styles.note}>
          {t('develop.controlsOf', { release: panel.data.release, others: listed(panel.data.controls_of) })}
        </p>
      )}
    </div>
  );
}

const listed = (releases: readonly string[]) =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(releases);
