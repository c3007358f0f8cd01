import { useEffect, useState } from 'react';
import { CopyLink } from './copy-link.tsx';
import type { GuestLink } from './link/guest-link.ts';
import type { OpenState } from './link/view.ts';
import { Dialog } from './ui/dialog.tsx';
import page from './ui/page.module.css';
import { t } from './words.ts';

interface Props {
  link: GuestLink;
  state: OpenState;
  onClose: () => void;
}

/** Where guests say their names, a code makes another device the same guest; otherwise the link says enough. */
export function DeviceDialog({ link, state, onClose }: Props) {
  const needsCode = state.guests === 'each';
  const [code, setCode] = useState<string | null>('');
  useEffect(() => {
    if (needsCode) void link.deviceCode().then(setCode);
  }, [link, needsCode]);
  return (
    <Dialog label={t.more.deviceTitle} className={page.dialog} onClose={onClose}>
      <h2>{t.more.deviceTitle}</h2>
      <p>{t.more.deviceLink}</p>
      <CopyLink />
      {needsCode && (
        <div role="status">
          <p>{code === null ? t.more.noCode : t.more.deviceCode}</p>
          {code !== null && code !== '' && <p className={page.code}>{code}</p>}
        </div>
      )}
      <div className={page.buttons}>
        <button type="button" className={page.primary} onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}
