import { type ReactNode, useEffect, useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { noteRefusal, queryClient } from '../api/query-client.ts';
import { reasonParts } from '../api/reason.ts';
import { ApiError } from '../api/request.ts';
import { t as page } from '../i18n/words.ts';
import { Reason } from '../ui/reason.tsx';
import { say } from '../ui/toasts.tsx';
import { complaintWords } from './setting-words.ts';
import { t } from './words.ts';
import { classes } from '../ui/classes.ts';
import motion from '../ui/motion.module.css';
import text from '../ui/text.module.css';
import styles from './parts.module.css';

/** Sentences from the service, marked as English for screen readers. */
export const Said = ({ children }: { children: ReactNode }) => <span lang="en">{children}</span>;

/** What is wrong with one field, according to the service. */
export const complaintAbout = (error: unknown, field: string): string =>
  complaintWords((error instanceof ApiError ? error.fields[field] : undefined) ?? reasonParts(error).detail);

/**
 * A button's action. Data that it changed is requested again; errors are shown in the corner, unless `quiet`: then the
 * caller shows them.
 */
export function useAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  options: { changes: readonly string[]; quiet?: boolean; done?: (output: Output, input: Input) => void },
) {
  const { changes, quiet = false, done } = options;
  return useMutation({
    mutationFn: act,
    networkMode: 'always',
    onSuccess: (output, input) => done?.(output, input),
    onError: (error) => {
      noteRefusal(error);
      if (!quiet) say({ title: t('failed'), description: <Reason error={error} />, isFailure: true });
    },
    onSettled: () =>
      Promise.all(changes.map((name) => queryClient.invalidateQueries({ queryKey: ['admin', name], exact: true }))),
  });
}

/** An empty list: what it is for, and how to add the first item. */
export function Empty({
  title,
  words,
  icon,
  children,
}: {
  title: string;
  words: string;
  icon: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <div className={styles.emptyMark}>{icon}</div>
      <h2>{title}</h2>
      <p>{words}</p>
      {children}
    </div>
  );
}

export interface Loading {
  error: Error | null;
  isPending: boolean;
}

/** Shown while there is no data: that it is loading, or why it cannot be loaded. */
export function NotYet({ query: { error, isPending } }: { query: Loading }) {
  if (error) {
    return (
      <p className={text.complaint} role="alert">
        <CircleAlert size={16} aria-hidden />
        <span>
          <Reason error={error} />
        </span>
      </p>
    );
  }
  return isPending ? (
    <p className={classes(text.muted, motion.appears)} role="status">
      {page('common.loading')}
    </p>
  ) : null;
}

/** Moves the focus to something new, once. */
export function useFocusOnce<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
