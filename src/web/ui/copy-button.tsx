import { useEffect, useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { reasonOf } from '../api/reason.ts';
import { t } from '../i18n/words.ts';
import { button } from './button.ts';
import text from './text.module.css';
import { say } from './toasts.tsx';

const COPIED_MS = 2000;

export function CopyButton({ text: content, label, words }: { text: string; label: string; words?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await copyText(content);
    setCopied(true);
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={words === undefined ? button('quiet', 'icon') : button()}
      title={label}
      {...(words === undefined && { 'aria-label': label })}
      onClick={() => void copy().catch((error: unknown) => say({ title: reasonOf(error), isFailure: true }))}
    >
      <Icon size={16} aria-hidden />
      {words !== undefined && (copied ? t('common.copied') : words)}
      <span className={text.visuallyHidden} role="status">
        {copied ? t('common.copied') : ''}
      </span>
    </button>
  );
}

/** Over plain HTTP from another device, pages only have the old clipboard interface. */
async function copyText(words: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(words);
  const carrier = document.createElement('textarea');
  carrier.value = words;
  carrier.className = text.visuallyHidden ?? '';
  document.body.append(carrier);
  carrier.select();
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('copy');
  carrier.remove();
}
