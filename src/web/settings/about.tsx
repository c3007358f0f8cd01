import { useDeferredValue, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/admin.ts';
import { get } from '../api/request.ts';
import { FindField } from '../ui/find-field.tsx';
import { Wordmark } from '../ui/icons.tsx';
import { Fact } from './plugin.tsx';
import { NotYet } from './parts.tsx';
import { t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import factList from './fact-list.module.css';
import styles from './about.module.css';
import { button } from '../ui/button.ts';
import tag from '../ui/tag.module.css';
import { below } from '../base.ts';

/** As written by the build: everything that is part of Safelight or of this page. */
interface Licenses {
  version: string;
  packages: {
    name: string;
    version: string;
    license: string;
    home: string | null;
    in_page: boolean;
    text: string | null;
  }[];
  /** Those of the sample library, and the Debian packages that they come from. */
  photographs: { title: string; author: string; license: string; package: string }[];
}

const licensesQuery = queryOptions({
  queryKey: ['licenses'],
  queryFn: ({ signal }) => get<Licenses>('/licenses.json', signal),
  staleTime: Infinity,
});

export function About() {
  const settings = useQuery(settingsQuery);
  const licenses = useQuery(licensesQuery);
  return (
    <>
      <section className={card.card} aria-label="Safelight">
        <Wordmark />
        <p>{t('about.what')}</p>
        <dl className={factList.list}>
          {licenses.data && <Fact title={t('about.version')}>{licenses.data.version}</Fact>}
          {settings.data && (
            <>
              <Fact title={t('about.address')}>
                <span className={text.mono}>{settings.data.in_use.url}</span>
              </Fact>
              <Fact title={t('about.dataDir')}>
                <span className={text.mono}>{settings.data.in_use.data_dir}</span>
              </Fact>
            </>
          )}
          <Fact title={t('about.license')}>
            <a href="https://www.gnu.org/licenses/gpl-3.0.html" rel="noreferrer" target="_blank">
              {t('about.gpl')}
            </a>
          </Fact>
        </dl>
        <p className={card.actions}>
          <a className={button()} href={below('/docs')}>
            {t('about.api')}
          </a>
          <a className={button()} href={below('/openapi.json')}>
            {t('about.openapi')}
          </a>
        </p>
      </section>
      <section className={card.card} aria-labelledby="licenses-title">
        <h2 id="licenses-title">{t('about.licenses')}</h2>
        <p className={text.muted}>{t('about.licensesHow')}</p>
        {licenses.data ? (
          <LicenseList packages={licenses.data.packages} />
        ) : licenses.isError ? (
          <p className={text.note}>{t('about.unavailable')}</p>
        ) : (
          <NotYet query={licenses} />
        )}
      </section>
      {licenses.data && (
        <section className={card.card} aria-labelledby="photographs-title">
          <h2 id="photographs-title">{t('about.photographs')}</h2>
          <p className={text.muted}>{t('about.photographsHow')}</p>
          <ul className={styles.licenses}>
            <li>
              <details>
                <summary>{t('about.photographers')}</summary>
                <ul className={styles.photographs}>
                  {licenses.data.photographs.map(({ title, author, license, package: source }) => (
                    <li key={title}>
                      <strong lang="en">{title}</strong> {author} <span className={tag.tag}>{license}</span>{' '}
                      <span className={text.muted}>{source}</span>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          </ul>
        </section>
      )}
    </>
  );
}

function LicenseList({ packages }: Pick<Licenses, 'packages'>) {
  const [wanted, setWanted] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const search = useDeferredValue(wanted.trim().toLowerCase());
  const found = packages.filter(({ name, license }) => `${name} ${license}`.toLowerCase().includes(search));
  return (
    <>
      <div className={styles.search}>
        <FindField label={t('about.find')} value={wanted} onChange={setWanted} />
        <span className={text.muted} role="status">
          {t('about.count', { count: found.length })}
        </span>
      </div>
      <ul className={styles.licenses}>
        {found.map(({ name, version, license, home, in_page, text: wording }) => (
          <li key={`${name}@${version}`}>
            <details
              onToggle={({ currentTarget }) => {
                // The texts are long: each is on the page only while it is open.
                if (currentTarget.open) setOpen(`${name}@${version}`);
              }}
            >
              <summary>
                <strong>{name}</strong> <span className={text.muted}>{version}</span>
                <span className={tag.tag}>{license}</span>
                {in_page && <span className={classes(text.muted, styles.where)}>{t('about.inPage')}</span>}
              </summary>
              {home !== null && (
                <p>
                  <a href={home} rel="noreferrer" target="_blank">
                    {t('about.home')}
                  </a>
                </p>
              )}
              {open === `${name}@${version}` &&
                (wording === null ? (
                  <p className={text.muted}>{t('about.noText')}</p>
                ) : (
                  <pre lang="en" tabIndex={0} aria-label={`${name}: ${t('about.license')}`}>
                    {wording}
                  </pre>
                ))}
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
