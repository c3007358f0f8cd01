import { useEffect, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Undo2 } from 'lucide-react';
import { canUndo, editsQuery, type ModuleEntry, modulesQuery } from '../../api/modules.ts';
import { ApiError } from '../../api/request.ts';
import { sessionQuery } from '../../api/session.ts';
import { darktableWordsQuery, ENGLISH, inWords } from '../../i18n/darktable-words.ts';
import { t } from '../../i18n/words.ts';
import { Waiting } from '../../ui/notice.tsx';
import { Reason } from '../../ui/reason.tsx';
import { ModuleForm } from './module-form.tsx';
import { RefusalsProvider, SavingProvider } from './refusals.ts';
import type { Edits } from './use-edits.ts';
import './develop.css';

const keyOf = ({ operation, multi_priority }: ModuleEntry) => `${operation} ${multi_priority}`;

/** What darktable does to the picture: modules in the order of the history, each with its switch and its form. */
export function DevelopPanel({ id, edits }: { id: number; edits: Edits }) {
  const modules = useQuery(modulesQuery(id));
  const darktable = useQuery(darktableWordsQuery());
  const journal = useQuery(editsQuery(id));
  const session = useQuery(sessionQuery);
  const [open, setOpen] = useState<string | null>(null);
  const may = session.data?.scopes.includes('cache:refresh') ?? false;

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
      <EditNote edits={edits} />
      {!may && <p className="develop-note">{t('develop.readOnly')}</p>}
      {items.length === 0 ? (
        <p className="develop-note">{t('develop.empty')}</p>
      ) : (
        <ol className="modules" aria-label={t('develop.history')}>
          {items.map(({ module, english }) => (
            <Module
              key={keyOf(module)}
              module={module}
              isTranslated={module.label !== english}
              isOpen={open === keyOf(module)}
              onToggle={() => setOpen(open === keyOf(module) ? null : keyOf(module))}
              may={may}
              mayUndo={may && canUndo(journal.data?.items ?? [], module)}
              edits={edits}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

/** Always there, so that nothing moves when it has something to say. */
function EditNote({ edits: { state } }: { edits: Edits }) {
  const words = {
    none: '',
    saving: t('develop.saving'),
    rendering: t('develop.rendering'),
    rendered: t('develop.rendered'),
    stale: t('develop.stale'),
    failed: t('develop.failed'),
  }[state];
  return (
    <div className={`edit-note edit-note-${state}`} role="status">
      {(state === 'saving' || state === 'rendering') && <progress className="progress" aria-label={words} />}
      {words}
    </div>
  );
}

interface ModuleProps {
  module: ModuleEntry;
  /** Its label is darktable's in the reader's language; scripts, the API and most of the web call it otherwise. */
  isTranslated: boolean;
  isOpen: boolean;
  onToggle: () => void;
  may: boolean;
  mayUndo: boolean;
  edits: Edits;
}

function Module({ module, isTranslated, isOpen, onToggle, may, mayUndo, edits }: ModuleProps) {
  const instance =
    module.multi_name.trim() !== ''
      ? module.multi_name
      : module.multi_priority > 0
        ? t('develop.instance', { number: module.multi_priority + 1 })
        : '';
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
        {mayUndo && (
          <button
            type="button"
            className="button button-quiet button-icon"
            aria-label={t('develop.undoModule', { module: name })}
            title={t('develop.undoModule', { module: name })}
            onClick={() => edits.undo(module)}
          >
            <Undo2 size={16} aria-hidden />
          </button>
        )}
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-label={t('develop.toggle', { module: name })}
          checked={wanted ?? module.enabled}
          disabled={!may}
          onChange={({ target }) => {
            setWanted(target.checked);
            edits.edit(module, { enabled: target.checked });
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
                disabled={!may}
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
