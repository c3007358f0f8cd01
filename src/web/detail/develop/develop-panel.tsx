import { useEffect, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Undo2 } from 'lucide-react';
import { canUndo, editsQuery, type ModuleEntry, modulesQuery } from '../../api/modules.ts';
import { ApiError } from '../../api/request.ts';
import { useRendering } from '../../api/rendering.ts';
import { useWhyNot } from '../../api/rights.ts';
import { usePreviewFailure } from '../../api/waiting.ts';
import { darktableWordsQuery, ENGLISH, inWords } from '../../i18n/darktable-words.ts';
import { renderingWords, t } from '../../i18n/words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { failureWords } from '../../ui/failure-words.ts';
import { Lock, useLock } from '../../ui/lock.tsx';
import { Waiting } from '../../ui/notice.tsx';
import { Reason } from '../../ui/reason.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ModuleForm } from './module-form.tsx';
import { RefusalsProvider, SavingProvider } from './refusals.ts';
import type { Edits, EditState } from './use-edits.ts';
import './develop.css';

const keyOf = ({ operation, multi_priority }: ModuleEntry) => `${operation} ${multi_priority}`;

/** What darktable does to the picture: modules in the order of the history, each with its switch and its form. */
export function DevelopPanel({ id, edits }: { id: number; edits: Edits }) {
  const modules = useQuery(modulesQuery(id));
  const darktable = useQuery(darktableWordsQuery());
  const journal = useQuery(editsQuery(id));
  const [open, setOpen] = useState<string | null>(null);
  const whyNot = useWhyNot('cache:refresh');

  const words = darktable.data ?? (darktable.isError ? ENGLISH : null);
  // The last thing done is the first that one wants to change.
  const items = useMemo(
    () =>
      words &&
      modules.data?.items
        .toSorted((one, other) => other.num - one.num)
        .map((module) => ({ module: inWords(module, words), english: module.label })),
    [modules.data, words],
  );
  if (!items) {
    return modules.error instanceof ApiError ? (
      <p className="develop-note">
        <Reason error={modules.error} />
      </p>
    ) : (
      <Waiting />
    );
  }
  return (
    <div className="develop">
      <EditNote id={id} edits={edits} />
      {items.length === 0 ? (
        <p className="develop-note">{t('develop.empty')}</p>
      ) : (
        <Lock whyNot={whyNot}>
          <ol className="modules" aria-label={t('develop.history')}>
            {items.map(({ module, english }) => (
              <Module
                key={keyOf(module)}
                module={module}
                isTranslated={module.label !== english}
                isOpen={open === keyOf(module)}
                onToggle={() => setOpen(open === keyOf(module) ? null : keyOf(module))}
                whyNot={whyNot}
                canUndo={canUndo(journal.data?.items ?? [], module)}
                edits={edits}
              />
            ))}
          </ol>
        </Lock>
      )}
    </div>
  );
}

/** Always there, with room for three lines, so that nothing moves when it has something to say. */
function EditNote({ id, edits: { state } }: { id: number; edits: Edits }) {
  const rendering = useRendering();
  const failure = usePreviewFailure(id);
  const isStored = state === 'rendering' || state === 'stale';
  const said = ((): { looks: EditState; words: string } => {
    if (isStored && failure)
      return { looks: 'stale', words: t('develop.cannotRender', { why: failureWords(failure) }) };
    if (isStored && rendering?.is_rendering === false)
      return { looks: 'stale', words: `${t('develop.stored')} ${renderingWords(rendering)}` };
    return { looks: state, words: state === 'none' ? '' : t(`develop.${state}`) };
  })();
  return (
    <div className={`edit-note edit-note-${said.looks}`} role="status">
      {(said.looks === 'saving' || said.looks === 'rendering') && (
        <progress className="progress" aria-label={said.words} />
      )}
      {said.words}
    </div>
  );
}

interface ModuleProps {
  module: ModuleEntry;
  /** Its label is darktable's in the reader's language; scripts, the API and most of the web call it otherwise. */
  isTranslated: boolean;
  isOpen: boolean;
  onToggle: () => void;
  whyNot: string | null;
  canUndo: boolean;
  edits: Edits;
}

function Module({ module, isTranslated, isOpen, onToggle, whyNot, canUndo, edits }: ModuleProps) {
  const { isLocked, lockedBy } = useLock();
  const instance = instanceName(module);
  // As it is going to be, until it is known how it is.
  const [wanted, setWanted] = useState<boolean | null>(null);
  useEffect(() => setWanted(null), [module.enabled, edits.refusals]);
  const name = instance === '' ? module.label : `${module.label} · ${instance}`;
  return (
    <li className={`module ${module.enabled ? '' : 'module-off'}`}>
      <div className="module-head">
        <button type="button" className="module-open" aria-expanded={isOpen} onClick={onToggle}>
          <ChevronRight size={16} aria-hidden />
          <span className="module-name">
            {module.label}
            {isTranslated && ' '}
            {isTranslated && (
              <span className="module-operation" lang="en">
                {module.operation}
              </span>
            )}
            {instance !== '' && <small>{instance}</small>}
          </span>
        </button>
        {canUndo && (
          <ActionButton
            className="button button-quiet button-icon"
            aria-label={t('develop.undoModule', { module: name })}
            title={t('develop.undoModule', { module: name })}
            whyNot={whyNot}
            onClick={() => edits.undo(module)}
          >
            <Undo2 size={16} aria-hidden />
          </ActionButton>
        )}
        <Switch
          aria-label={t('develop.toggle', { module: name })}
          checked={wanted ?? module.enabled}
          {...lockedBy}
          onChange={(enabled) => {
            if (isLocked) return;
            setWanted(enabled);
            edits.edit(module, { enabled });
          }}
        />
      </div>
      {isOpen &&
        (module.params && module.fields ? (
          <RefusalsProvider value={edits.refusals}>
            <SavingProvider value={edits.state === 'saving'}>
              <ModuleForm
                operation={module.operation}
                fields={module.fields}
                params={module.params}
                onChange={(params) => edits.edit(module, { params })}
              />
            </SavingProvider>
          </RefusalsProvider>
        ) : (
          <p className="develop-note">{module.params_unavailable ?? t('develop.noForm')}</p>
        ))}
    </li>
  );
}

/** What tells instances of one module apart; nothing where there is but one. darktable calls the first one "0" and does not show that. */
function instanceName({ multi_name, multi_priority }: ModuleEntry): string {
  const own = multi_name.trim();
  if (own !== '' && own !== '0') return own;
  return multi_priority > 0 ? t('develop.instance', { number: multi_priority + 1 }) : '';
}
