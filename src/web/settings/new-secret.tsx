import type { ClientSecret } from '../../contract/clients.ts';
import { t as page } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { useFocusOnce } from './parts.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { t } from './words.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import styles from './new-secret.module.css';
import { below } from '../base.ts';

/** Form-encoded, as in RFC 6749 2.3.1, and safe between the quotes of a shell. */
const inBasicHeader = (id: string) => encodeURIComponent(id).replaceAll("'", '%27');

/** Stays until it is dismissed: a stray click must not lose what is never shown again. */
export function NewSecret({ made, onDone }: { made: ClientSecret; onDone: () => void }) {
  const title = useFocusOnce<HTMLHeadingElement>();
  const { client_id, client_secret } = made;
  const command = `curl -u '${inBasicHeader(client_id)}:${client_secret}' -d grant_type=client_credentials ${location.origin}${below('/oauth/token')}`;
  return (
    <section className={classes(card.card, styles.secret)} aria-labelledby="secret-title">
      <h2 id="secret-title" ref={title} tabIndex={-1}>
        {t('clients.secretTitle', { id: client_id })}
      </h2>
      <p>{t('clients.secretOnce')}</p>
      <dl className={styles.secretValues}>
        <div>
          <dt>{t('clients.id')}</dt>
          <dd>
            <span className={text.mono}>{client_id}</span>
            <CopyButton text={client_id} label={t('clients.copyId')} />
          </dd>
        </div>
        <div>
          <dt>{t('clients.secret')}</dt>
          <dd>
            <span className={text.mono} data-testid="client-secret">
              {client_secret}
            </span>
            <CopyButton text={client_secret} label={t('clients.copySecret')} words={page('common.copy')} />
          </dd>
        </div>
      </dl>
      <details>
        <summary>{t('clients.try')}</summary>
        <div className={styles.command}>
          <code>{command}</code>
          <CopyButton text={command} label={t('clients.copyCommand')} />
        </div>
      </details>
      <div className={card.actions}>
        <button type="button" className={button('primary')} onClick={onDone}>
          {t('clients.kept')}
        </button>
      </div>
    </section>
  );
}
