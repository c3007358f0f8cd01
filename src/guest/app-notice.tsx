import { CopyLink } from './copy-link.tsx';
import page from './ui/page.module.css';
import { t } from './words.ts';

/** Windows of other apps, which have a storage of their own and may end at any time. */
const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|MicroMessenger|WhatsApp|Twitter|LinkedInApp|Snapchat|Pinterest|TikTok|musical_ly|Bytedance|GSA\/|; wv\)/;

export function AppNotice() {
  if (!IN_APP.test(navigator.userAgent)) return null;
  return (
    <aside className={page.notice}>
      <p>{t.app.text}</p>
      <CopyLink />
    </aside>
  );
}
