import { type SubmitEvent, Suspense, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone, QrCode, Smartphone, WifiOff } from 'lucide-react';
import { DEVICE_RIGHTS, type DeviceRights as Rights } from '../../contract/device-rights.ts';
import type { HttpsStatus } from '../../contract/https.ts';
import type { SessionInfo } from '../../contract/session.ts';
import { reasonOf } from '../api/reason.ts';
import {
  changeSettings,
  endSession,
  pairDevice,
  type PairingCode,
  sessionsQuery,
  settingsQuery,
} from '../api/admin.ts';
import { httpsQuery } from '../api/https.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { NotYet, useAct } from './parts.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { latePanel } from '../ui/late-part.tsx';
import { browserName } from './browser-name.ts';
import { DeviceRights } from './device-rights.tsx';
import { RightsRequests } from './rights-requests.tsx';
import { ago, clock, t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import form from '../ui/form.module.css';
import parts from './parts.module.css';
import styles from './devices.module.css';
import { button } from '../ui/button.ts';
import controls from '../ui/controls.module.css';
import tag from '../ui/tag.module.css';
import { dateTime, number } from '../i18n/words.ts';

const RemoteAccess = latePanel(async () => (await import('./remote-access.tsx')).RemoteAccess);
const Https = latePanel(async () => (await import('./https.tsx')).Https);

export function Devices() {
  return (
    <>
      <RightsRequests />
      <Suspense>
        <Https />
        <RemoteAccess />
      </Suspense>
      <Pairing />
      <Sessions />
    </>
  );
}

function nameOf({ agent }: SessionInfo): string {
  const { browser, system } = browserName(agent);
  if (browser !== null && system !== null) return t('devices.on', { browser, system });
  return browser ?? system ?? (agent.slice(0, 40) || t('devices.unknownBrowser'));
}

/** A clock may be set, and a device sleep, while a code is shown. */
const EXPIRY_LOOK_MS = 1_000;

const PHONES = new Set(['iPhone', 'iPad', 'Android']);

function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const [own, setOwn] = useState<SessionInfo | null>(null);
  const end = useAct(endSession, {
    changes: ['sessions'],
    done: (_nothing, id) => {
      setOwn(null);
      if (own?.id === id) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <section className={card.card} aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('devices.sessions')}</h2>
      <NotYet query={sessions} />
      <ul className={parts.rows}>
        {sessions.data?.items.map((session) => {
          const { id, client_id, client_name, created, last_used, address, is_current } = session;
          const { system } = browserName(session.agent);
          const Icon = system !== null && PHONES.has(system) ? Smartphone : MonitorSmartphone;
          const name = nameOf(session);
          return (
            <li key={id}>
              <Icon size={22} strokeWidth={1.5} className={text.muted} aria-hidden />
              <div>
                <strong>{name}</strong>{' '}
                {is_current && <span className={classes(tag.tag, tag.strong)}>{t('devices.current')}</span>}
                <p className={text.muted}>
                  <span className={client_name === client_id ? 'mono' : ''}>{client_name}</span>
                  {address !== '' && <> · {address}</>}
                  {last_used > 0 && (
                    <>
                      {' · '}
                      <span title={dateTime(last_used)}>
                        {t('devices.lastSeen')} {ago(last_used)}
                      </span>
                    </>
                  )}
                  {created > 0 && (
                    <>
                      {' · '}
                      {t('devices.signedIn')} {dateTime(created)}
                    </>
                  )}
                </p>
              </div>
              <button
                type="button"
                className={button()}
                aria-label={t('devices.endOf', { name })}
                onClick={() => (is_current ? setOwn(session) : end.mutate(id))}
              >
                {t('devices.end')}
              </button>
            </li>
          );
        })}
      </ul>
      <Confirm
        open={own !== null}
        title={t('devices.endOwnTitle')}
        words={t('devices.endOwnHow')}
        action={t('devices.signOut')}
        busy={end.isPending}
        onYes={() => own && end.mutate(own.id)}
        onClose={() => setOwn(null)}
      />
    </section>
  );
}

function Pairing() {
  const settings = useQuery(settingsQuery);
  const [code, setCode] = useState<{ made: PairingCode; name: string } | null>(null);
  const allow = useAct(() => changeSettings({ lan: true }), {
    changes: [],
    done: (stored) => queryClient.setQueryData(settingsQuery.queryKey, stored),
  });
  const answer = settings.data;
  return (
    <section className={card.card} aria-labelledby="pairing-title">
      <h2 id="pairing-title">{t('devices.pair')}</h2>
      <p className={text.muted}>{t('devices.pairHow')}</p>
      <NotYet query={settings} />
      {answer?.in_use.lan_urls.length === 0 ? (
        <div className={parts.callout}>
          <WifiOff size={18} aria-hidden />
          {answer.settings.lan ? (
            <p>{t('devices.noNetwork')}</p>
          ) : (
            <>
              <p>
                <strong>{t('devices.lanOff')}</strong> {t('devices.lanOffHow')}
              </p>
              <button
                type="button"
                className={button()}
                disabled={allow.isPending}
                onClick={() => allow.mutate(undefined)}
              >
                {t('devices.lanOn')}
              </button>
            </>
          )}
        </div>
      ) : code ? (
        <Code {...code} onClose={() => setCode(null)} />
      ) : (
        answer && <PairingForm addresses={answer.in_use.lan_urls} onCode={(made, name) => setCode({ made, name })} />
      )}
    </section>
  );
}

const RIGHTS = Object.keys(DEVICE_RIGHTS) as Rights[];

function PairingForm({
  addresses,
  onCode,
}: {
  addresses: readonly string[];
  onCode: (made: PairingCode, name: string) => void;
}) {
  const [name, setName] = useState(t('devices.deviceDefault'));
  const [rights, setRights] = useState<Rights>('cull');
  const [address, setAddress] = useState(addresses[0]);
  const pair = useAct(pairDevice, {
    changes: ['sessions'],
    quiet: true,
    done: (made, device) => onCode(made, device.name),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    pair.mutate({ name: name.trim(), scopes: DEVICE_RIGHTS[rights], address });
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <Labelled
        label={t('devices.deviceName')}
        help={t('devices.deviceNameHint')}
        complaint={pair.error ? reasonOf(pair.error) : ''}
      >
        {(names) => (
          <input
            className={controls.field}
            value={name}
            maxLength={100}
            required
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
            {...names}
          />
        )}
      </Labelled>
      {addresses.length > 1 && (
        <Labelled label={t('devices.address')}>
          {(names) => (
            <select
              className={classes(controls.field, text.mono)}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
              {...names}
            >
              {addresses.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Labelled>
      )}
      <DeviceRights legend={t('devices.may')} choices={RIGHTS} chosen={rights} onChange={setRights} />
      <div className={form.actions}>
        <button type="submit" className={button('primary')} disabled={pair.isPending}>
          <QrCode size={16} aria-hidden />
          {t('devices.show')}
        </button>
      </div>
    </form>
  );
}

const pictureOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** What comes before the code on a device that does not trust this computer: it could not open the encrypted page. */
function Trusting({ trust_svg: svg, trust_urls: [url] }: HttpsStatus) {
  if (svg === null || url === undefined) return null;
  return (
    <div className={styles.first}>
      <img src={pictureOf(svg)} alt={t('devices.qrTrust')} />
      <p>
        <strong>{number(1)}. </strong>
        {t('devices.trustFirst')}
      </p>
      <p className={text.mono}>{url}</p>
    </div>
  );
}

/** Shown until somebody has used the code, or it has expired. */
function Code({ made, name, onClose }: { made: PairingCode; name: string; onClose: () => void }) {
  const sessions = useQuery(sessionsQuery);
  const https = useQuery(httpsQuery);
  const trust = https.data?.lan_urls.includes(new URL(made.url).origin) ? https.data : null;
  const [expired, setExpired] = useState(false);
  // A session that appeared after the code was shown is the device's.
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null);
  const items = sessions.data?.items;
  if (before === null && items && !sessions.isFetching) setBefore(new Set(items.map(({ id }) => id)));
  const paired = items?.some(({ id, client_name }) => client_name === name && before?.has(id) === false);
  useEffect(() => {
    const timer = setInterval(() => setExpired(Date.now() >= made.expires), EXPIRY_LOOK_MS);
    return () => clearInterval(timer);
  }, [made.expires]);
  return (
    <div className={styles.pairingCode}>
      {!paired && !expired && (
        <>
          {trust && <Trusting {...trust} />}
          <img src={pictureOf(made.svg)} alt={t('devices.qr', { name })} />
          <p>
            {trust && <strong>{number(2)}. </strong>}
            {t(trust ? 'devices.scanThen' : 'devices.scan', { name })}
          </p>
          <p className={text.mono}>{made.url.replace(/\/sign-in\?.*$/, '')}</p>
          <p>
            {t('devices.orType')} <strong className={classes(text.mono, styles.typed)}>{made.code}</strong>
          </p>
          <p className={text.muted}>{t('devices.once', { time: clock(made.expires) })}</p>
        </>
      )}
      <p role="status">
        {paired ? <strong>{t('devices.paired', { name })}</strong> : expired ? t('devices.expired') : ''}
      </p>
      <div className={card.actions}>
        {!paired && !expired && (
          <CopyButton text={made.url} label={t('devices.copyLink')} words={t('devices.copyLink')} />
        )}
        <button type="button" className={button()} onClick={onClose}>
          {t(paired ? 'devices.close' : 'devices.again')}
        </button>
      </div>
    </div>
  );
}
