import { type PointerEvent, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SquareSplitHorizontal } from 'lucide-react';
import type { HistoryStep, ImageHistory } from '../../../api/history.ts';
import type { ModuleEntry } from '../../../api/modules.ts';
import { useWhyNot } from '../../../api/rights.ts';
import { t } from '../../../history/words.ts';
import { darktableWordsQuery } from '../../../i18n/darktable-words.ts';
import { locale, number, t as tPage } from '../../../i18n/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { button } from '../../../ui/button.ts';
import { classes } from '../../../ui/classes.ts';
import type { Looks } from '../../looks.ts';
import type { ModuleContext } from '../modules/module-context.ts';
import { instanceName } from '../modules/module-names.ts';
import { lastEdits } from './last-edits.ts';
import { StepWords } from './step-words.tsx';
import { useHistoryAct } from './use-history-act.ts';
import styles from './history.module.css';

/** A step that the mouse rests on so long is looked at. */
const PEEK_MS = 200;

interface Props {
  history: ImageHistory;
  modules: readonly ModuleEntry[];
  context: ModuleContext;
}

/** Every step, newest first, down to the original; a click goes there. Those that were undone are muted. */
export function HistoryList({ history: { end, steps }, modules, context }: Props) {
  const { edits, looks, whyNot } = context;
  const noPreview = useWhyNot('previews:read');
  const words = useQuery(darktableWordsQuery());
  const act = useHistoryAct(context);
  const list = useRef<HTMLOListElement>(null);
  const peek = usePeek(looks.peekAt);
  const told = lastEdits(steps, modules, edits.visit);
  // The list starts where the picture is.
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), []);
  const labelOf = ({ operation, label }: HistoryStep) => words.data?.modules[operation] ?? label;
  return (
    <ol className={styles.steps} ref={list} aria-label={t('steps')}>
      {[null, ...steps]
        .map((step, count) => {
          const edit = step && told.get(step.num);
          const isCompared = looks.against === count;
          return (
            <li
              key={count}
              className={classes(styles.step, count > end && styles.undone, step?.enabled === false && styles.off)}
              aria-current={count === end ? 'step' : undefined}
            >
              <ActionButton
                className={styles.go}
                whyNot={whyNot}
                {...(noPreview === null && !looks.isSplit && peek(count))}
                onClick={() => {
                  if (count !== end) act({ is: 'end', end: count });
                }}
              >
                <span className={styles.number}>{number(count)}</span>
                <span className={styles.what}>
                  <span className={styles.name}>{step ? labelOf(step) : t('original')}</span>
                  {step && instanceName(step) !== '' && <small>{instanceName(step)}</small>}
                  {step?.enabled === false && <small>{tPage('develop.visitOff')}</small>}
                  {step && <StepWords {...{ step, edit, modules, context }} />}
                </span>
                {typeof step?.time === 'number' && <small className={styles.time}>{timeWords(step.time)}</small>}
              </ActionButton>
              <ActionButton
                className={classes(button('quiet', 'icon'), styles.compare)}
                aria-label={count === 0 ? t('compareOriginal') : t('compare', { step: number(count) })}
                title={count === 0 ? t('compareOriginal') : t('compare', { step: number(count) })}
                aria-pressed={isCompared}
                whyNot={noPreview}
                onClick={() => looks.compareWith(isCompared ? null : count)}
              >
                <SquareSplitHorizontal size={15} aria-hidden />
              </ActionButton>
            </li>
          );
        })
        .reverse()}
    </ol>
  );
}

/** What shows the picture of a step while the mouse rests on it: the list can be passed over without a rendering for each row. */
function usePeek(peekAt: Looks['peekAt']) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => {
    clearTimeout(waiting.current);
    peekAt(null);
  };
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      peekAt(null);
    },
    [peekAt],
  );
  return (count: number) => ({
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') waiting.current = setTimeout(() => peekAt(count), PEEK_MS);
    },
    onPointerLeave: leave,
  });
}

/** The time of today; the day of earlier steps. */
function timeWords(time: number): string {
  const moment = new Date(time);
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday
    ? moment.toLocaleTimeString(locale(), { timeStyle: 'short' })
    : moment.toLocaleDateString(locale(), { day: 'numeric', month: 'short' });
}
