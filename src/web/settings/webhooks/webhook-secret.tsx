import { t as page } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import card from '../../ui/card.module.css';
import { classes } from '../../ui/classes.ts';
import text from '../../ui/text.module.css';
import secretStyles from '../new-secret.module.css';
import { useFocusOnce } from '../parts.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { t } from './words.ts';

export const SECRET_TITLE = 'webhook-secret-title';

/** Stays until it is dismissed: a stray click must not lose what is never shown again. */
export function WebhookSecret({ made, onDone }: { made: { name: string; secret: string }; onDone: () => void }) {
  const title = useFocusOnce<HTMLHeadingElement>();
  const { name, secret } = made;
  return (
    <section className={classes(card.card, secretStyles.secret)} aria-labelledby={SECRET_TITLE}>
      <h2 id={SECRET_TITLE} ref={title} tabIndex={-1}>
        {t('secretTitle', { name })}
      </h2>
      <p>{t('secretOnce')}</p>
      <dl className={secretStyles.secretValues}>
        <div>
          <dt>{t('secret')}</dt>
          <dd>
            <span className={text.mono} data-testid="webhook-secret">
              {secret}
            </span>
            <CopyButton text={secret} label={t('copySecret')} words={page('common.copy')} />
          </dd>
        </div>
      </dl>
      <div className={card.actions}>
        <button type="button" className={button('primary')} onClick={onDone}>
          {t('kept')}
        </button>
      </div>
    </section>
  );
}
