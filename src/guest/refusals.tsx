import type { GuestLink } from './link/guest-link.ts';
import type { Refusal, View } from './link/view.ts';
import page from './ui/page.module.css';
import { t } from './words.ts';

/** What was said and not stored, until the guest has read it. */
export function Refusals({ link, view: { refusals } }: { link: GuestLink; view: View }) {
  if (refusals.length === 0) return null;
  return (
    <section className={page.notice} role="alert" aria-label={t.refused.title}>
      <h2>{t.refused.title}</h2>
      <ul>
        {refusals.map((refusal) => (
          <li key={refusal.id}>
            {line(refusal)}
            {refusal.text !== undefined && <blockquote>{refusal.text}</blockquote>}
          </li>
        ))}
      </ul>
      <button type="button" className={page.button} onClick={() => link.outbox.dismissRefusals()}>
        {t.refused.dismiss}
      </button>
    </section>
  );
}

function line({ picture, what, why }: Refusal): string {
  const whose = picture === null ? '' : `${picture.name ?? t.picture(picture.number)}, `;
  return `${whose}${t.refused.what[what]}: ${t.refused.why[why]}.`;
}
