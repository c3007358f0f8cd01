import { useEffect, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Authority } from '../../contract/https.ts';
import { ApiError, get } from '../api/request.ts';
import { Waiting } from '../ui/notice.tsx';
import { Reason } from '../ui/reason.tsx';
import { Wordmark } from '../ui/icons.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import controls from '../ui/controls.module.css';
import layout from '../ui/layout.module.css';
import text from '../ui/text.module.css';
import { SYSTEMS, systemOf } from './system-of.ts';
import { Fingerprint } from './fingerprint.tsx';
import styles from './trust.module.css';
import { t } from './words.ts';
import { below } from '../base.ts';

const authorityQuery = queryOptions({
  queryKey: ['authority'],
  queryFn: ({ signal }) => get<Authority>('/authority', signal),
});

/** Leads a device through trusting this computer. It comes over plain HTTP, before anything else can. */
export function Trust() {
  const authority = useQuery(authorityQuery);
  useEffect(() => {
    document.title = `${t('title')} – Safelight`;
  }, []);
  return (
    <div className={layout.page}>
      <main className={styles.page}>
        <Wordmark />
        <h1>{t('title')}</h1>
        {authority.data ? (
          <Steps authority={authority.data} />
        ) : authority.error instanceof ApiError && authority.error.status === 404 ? (
          <>
            <p>{t('off')}</p>
            <a className={button('primary')} href={below('/')}>
              {t('openPlain')}
            </a>
          </>
        ) : authority.error ? (
          <p role="alert">
            <Reason error={authority.error} />
          </p>
        ) : (
          <Waiting />
        )}
      </main>
    </div>
  );
}

function Steps({ authority: { name, fingerprint, former, urls } }: { authority: Authority }) {
  const [system, setSystem] = useState(() => systemOf(navigator.userAgent));
  const knew = new URLSearchParams(location.search).get('knew');
  const safe = urls.find((url) => URL.parse(url)?.hostname === location.hostname) ?? urls[0];
  return (
    <>
      <p>{t(knew === null ? 'why' : knew === fingerprint ? 'unchanged' : 'renewed')}</p>
      <section className={card.card}>
        <Fingerprint name={name} fingerprint={fingerprint} />
        <p className={text.muted}>{t('compare')}</p>
        {former.length > 0 && <p>{t('former', { names: former.join(', ') })}</p>}
        <div className={card.actions}>
          <a className={button('primary')} href={below('/authority.crt')} download>
            <Download size={16} aria-hidden />
            {t('download')}
          </a>
        </div>
      </section>
      <section className={card.card} aria-labelledby="steps-title">
        <h2 id="steps-title">{t('steps')}</h2>
        <label className={styles.choice}>
          {t('on')}
          <select
            className={controls.field}
            name="system"
            value={system}
            onChange={({ target }) => setSystem(SYSTEMS.find((each) => each === target.value) ?? 'linux')}
          >
            {SYSTEMS.map((each) => (
              <option key={each} value={each}>
                {t(`systems.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <ol className={styles.steps}>
          <li>{t(`${system}.first`)}</li>
          <li>{t(`${system}.second`)}</li>
          <li>{t(`${system}.third`)}</li>
        </ol>
        {safe !== undefined && (
          <div className={card.actions}>
            <a className={classes(button())} href={safe}>
              {t('done')}
            </a>
          </div>
        )}
      </section>
    </>
  );
}
