import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Check, CircleAlert, Copy } from 'lucide-react';
import { noteRefusal, queryClient } from '../api/query-client.ts';
import { reasonOf, reasonParts } from '../api/reason.ts';
import { ApiError } from '../api/request.ts';
import { t as page } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Reason } from '../ui/reason.tsx';
import { say } from '../ui/toasts.tsx';
import { complaintWords } from './setting-words.ts';
import { t } from './words.ts';
import { classes } from '../ui/classes.ts';
import motion from '../ui/motion.module.css';
import text from '../ui/text.module.css';
import form from './form.module.css';
import styles from './parts.module.css';

/** Sentences of the service, which speaks English: screen readers shall say them so. */
export const Said = ({ children }: { children: ReactNode }) => <span lang="en">{children}</span>;

/** What is wrong with one field, by the service's answer. */
export const complaintAbout = (error: unknown, field: string): string =>
  complaintWords((error instanceof ApiError ? error.fields[field] : undefined) ?? reasonParts(error).detail);

/**
 * Something that a button does. What it changed is asked for again; what went wrong is said in the corner, unless `quiet`: then
 * the place that shows it says so.
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

const COPIED_MS = 2000;

export function CopyButton({ text, label, words }: { text: string; label: string; words?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={`button ${words === undefined ? 'button-quiet button-icon' : ''}`}
      title={label}
      {...(words === undefined && { 'aria-label': label })}
      onClick={() => void copy().catch((error: unknown) => say({ title: reasonOf(error), isFailure: true }))}
    >
      <Icon size={16} aria-hidden />
      {words !== undefined && (copied ? page('common.copied') : words)}
      <span className="visually-hidden" role="status">
        {copied ? page('common.copied') : ''}
      </span>
    </button>
  );
}

/** Over plain HTTP from another device there is no clipboard for pages but the old way. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const carrier = document.createElement('textarea');
  carrier.value = text;
  carrier.className = 'visually-hidden';
  document.body.append(carrier);
  carrier.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  document.execCommand('copy');
  carrier.remove();
}

export function Confirm({
  open,
  title,
  words,
  action,
  busy = false,
  onYes,
  onClose,
}: {
  open: boolean;
  title: string;
  words: ReactNode;
  action: string;
  busy?: boolean;
  onYes: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {page('common.cancel')}
          </button>
          <button type="button" className="button button-danger" disabled={busy} onClick={onYes}>
            {action}
          </button>
        </>
      }
    >
      <p className={text.muted}>{words}</p>
    </Dialog>
  );
}

/** A list of things that are not there yet: what they are for, and how the first comes. */
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

/** While nothing is there to show: that it is on its way, or why it does not come. */
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

/** One input with its words, and what is wrong with it. */
export function Labelled({
  label,
  help,
  complaint = '',
  children,
}: {
  label: string;
  help?: string;
  complaint?: string;
  children: (names: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={form.labelled}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-help ${id}-complaint`, 'aria-invalid': complaint !== '' })}
      <p className={text.help} id={`${id}-help`}>
        {help}
      </p>
      <p className={text.complaint} id={`${id}-complaint`} role="alert">
        {complaint !== '' && (
          <>
            <CircleAlert size={15} aria-hidden />
            {complaint}
          </>
        )}
      </p>
    </div>
  );
}

/** Puts the focus where something new stands, once. */
export function useFocusOnce<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
