import { type ReactNode, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Archive,
  ChevronLeft,
  ChevronRight,
  CircleArrowUp,
  Database,
  Images,
  Info,
  KeyRound,
  ListOrdered,
  Lock,
  type LucideIcon,
  Bot,
  Monitor,
  Network,
  Plug,
  Server,
  Settings as Gear,
  Smartphone,
  Stethoscope,
  Webhook,
} from 'lucide-react';
import { AgentsRoom } from '../agents/agents-room.tsx';
import { bridgeQuery, queuesQuery, settingsDescriptionQuery, updateQuery } from '../api/admin.ts';
import { sessionQuery } from '../api/session.ts';
import { number, t as page } from '../i18n/words.ts';
import { linkTo, useAddress } from '../location.ts';
import { Notice, Waiting } from '../ui/notice.tsx';
import { mediaHook } from '../ui/use-media.ts';
import { About } from './about.tsx';
import { Backups } from './backups.tsx';
import { Plugin } from './plugin.tsx';
import { Clients } from './clients.tsx';
import { Devices } from './devices.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { Store } from '../stores/store.ts';
import { latePanel } from '../ui/late-part.tsx';
import { LibraryPreviews } from './library-previews.tsx';
import { Machines } from './machines.tsx';
import { NotYet } from './parts.tsx';
import { Queues } from './queues.tsx';
import { SettingGroup } from './setting-group.tsx';
import { groupWords } from './setting-words.ts';
import { Webhooks } from './webhooks/webhooks.tsx';
import { Updates } from './updates.tsx';
import { t } from './words.ts';
import { classes } from '../ui/classes.ts';
import styles from './settings.module.css';
import { button } from '../ui/button.ts';
import text from '../ui/text.module.css';

const PublicAddress = latePanel(async () => (await import('./public-address.tsx')).PublicAddress);

interface Section {
  name: string;
  title: string;
  Icon: LucideIcon;
  about?: string;
  content: ReactNode;
}

/** For known groups; any later group has the gear. */
const GROUP_ICONS: Record<string, LucideIcon> = {
  library: Database,
  rendering: Images,
  machines: Server,
  network: Network,
  agents: Bot,
  desktop: Monitor,
  updates: CircleArrowUp,
};

const ROOMS = {
  darktable: [
    { name: 'plugin', Icon: Plug, content: <Plugin /> },
    { name: 'queues', Icon: ListOrdered, content: <Queues /> },
    { name: 'backups', Icon: Archive, content: <Backups /> },
  ],
  access: [
    { name: 'clients', Icon: KeyRound, content: <Clients /> },
    { name: 'devices', Icon: Smartphone, content: <Devices /> },
    { name: 'webhooks', Icon: Webhook, content: <Webhooks /> },
  ],
  safelight: [
    { name: 'diagnostics', Icon: Stethoscope, content: <Diagnostics /> },
    { name: 'about', Icon: Info, content: <About /> },
  ],
} as const;

/** Addresses that people may have saved. */
const FORMER_NAMES: Readonly<Record<string, string>> = { bridge: 'plugin' };

/** All settings and administration, for people with the right to it. Each section has its own address. */
export function Settings() {
  const session = useQuery(sessionQuery);
  if (!session.data?.scopes.includes('admin')) {
    return (
      <Notice mark={<Lock size={40} strokeWidth={1.5} aria-hidden />} title={page('page.notSettings')}>
        <p>{page('page.settingsHow')}</p>
        <a className={button()} {...linkTo('/')}>
          {page('page.openGallery')}
        </a>
      </Notice>
    );
  }
  return <Sections />;
}

/** Too narrow for a section next to the list. The style sheet uses the same width. */
const useIsNarrow = mediaHook('(max-width: 760px)');

function Sections() {
  const description = useQuery(settingsDescriptionQuery);
  const { path } = useAddress();
  const named = path.split('/')[2] ?? '';
  const wanted = FORMER_NAMES[named] ?? named;
  const isListAlone = useIsNarrow() && wanted === '';
  useEffect(() => {
    if (!isListAlone) return;
    document.title = `${t('title')} – Safelight`;
    visited.set('');
  }, [isListAlone]);
  useEffect(() => () => visited.set(null), []);
  if (!description.data) return description.isPending ? <Waiting /> : <NotYet query={description} />;

  const parts: [part: 'settings' | keyof typeof ROOMS, sections: Section[]][] = [
    [
      'settings',
      description.data.groups.map((group) => ({
        name: group.name,
        title: groupWords(group),
        Icon: GROUP_ICONS[group.name] ?? Gear,
        content: (
          <>
            {group.name === 'machines' && <Machines />}
            {group.name === 'updates' ? <Updates /> : <SettingGroup name={group.name} />}
            {group.name === 'network' && <PublicAddress />}
            {group.name === 'agents' && <AgentsRoom />}
            {group.name === 'rendering' && <LibraryPreviews />}
          </>
        ),
      })),
    ],
    ...(['darktable', 'access', 'safelight'] as const).map((part): [keyof typeof ROOMS, Section[]] => [
      part,
      ROOMS[part].map(({ name, ...rest }) => ({
        name,
        title: t(`section.${name}`),
        about: name === 'about' ? '' : t(`${name}.about`),
        ...rest,
      })),
    ]),
  ];
  const all = parts.flatMap(([, sections]) => sections);
  const section = all.find(({ name }, at) => (wanted === '' ? at === 0 && !isListAlone : name === wanted));
  return (
    <div className={classes(styles.page, wanted === '' && styles.listOnly)}>
      <nav className={styles.nav} aria-label={t('sections')}>
        {isListAlone && <h1 className={styles.navTitle}>{t('title')}</h1>}
        {parts.map(([part, sections]) => (
          <div key={part} className={styles.part} role="group" aria-labelledby={`part-${part}`}>
            <p className={styles.partTitle} id={`part-${part}`}>
              {t(`parts.${part}`)}
            </p>
            <ul>
              {sections.map(({ name, title, Icon }) => (
                <li key={name}>
                  <a
                    className={styles.link}
                    aria-current={section?.name === name ? 'page' : undefined}
                    {...linkTo(`/settings/${name}`)}
                  >
                    <Icon size={18} strokeWidth={1.75} aria-hidden />
                    {title}
                    <Mark name={name} />
                    <ChevronRight size={16} className={styles.linkArrow} aria-hidden />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {section ? (
        <Shown key={section.name} section={section} byAddress={wanted !== ''} />
      ) : (
        !isListAlone && (
          <Notice title={t('notFound')}>
            <a className={button()} {...linkTo('/settings')}>
              {t('back')}
            </a>
          </Notice>
        )
      )}
    </div>
  );
}

/** The previously viewed section, or the list alone: the first one of a visit leaves the focus where it is. */
const visited = new Store<string | null>(null);

function Shown({ section: { name, title, about = '', content }, byAddress }: { section: Section; byAddress: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${t('title')} – Safelight`;
    if (visited.snapshot() !== null && byAddress) heading.current?.focus();
    visited.set(name);
  }, [name, title, byAddress]);
  return (
    <div className={styles.content} tabIndex={-1}>
      <div className={styles.column}>
        <a className={styles.back} {...linkTo('/settings')}>
          <ChevronLeft size={18} aria-hidden />
          {t('back')}
        </a>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about !== '' && <p className={styles.about}>{about}</p>}
        {content}
      </div>
    </div>
  );
}

/** Shows in the list what is waiting and what is wrong. */
function Mark({ name }: { name: string }) {
  const queues = useQuery({ ...queuesQuery, enabled: name === 'queues' });
  const bridge = useQuery({ ...bridgeQuery, enabled: name === 'plugin' });
  const update = useQuery({ ...updateQuery, enabled: name === 'updates' });
  if (name === 'queues' && queues.data) {
    const failed = queues.data.items.reduce((sum, each) => sum + each.failed, 0);
    const depth = queues.data.items.reduce((sum, each) => sum + each.depth, 0);
    if (failed > 0) {
      return (
        <span className={classes(styles.count, styles.countBad)}>
          {number(failed)}
          <span className={text.visuallyHidden}> {t('queues.failures', { count: failed })}</span>
        </span>
      );
    }
    if (depth > 0) {
      return (
        <span className={styles.count}>
          {number(depth)}
          <span className={text.visuallyHidden}> {t('queues.waiting', { count: depth })}</span>
        </span>
      );
    }
  }
  if (name === 'updates' && update.data?.available) {
    const { version } = update.data.available;
    return (
      <span className={styles.count}>
        {version}
        <span className={text.visuallyHidden}> {t('updates.isAvailable')}</span>
      </span>
    );
  }
  if (name === 'plugin' && bridge.data) {
    const { state } = bridge.data;
    return (
      <span
        className={classes(
          styles.dot,
          state === 'ready' || state === 'working' ? styles.dotOk : state === 'closed' ? styles.dotOff : styles.dotBad,
        )}
      >
        <span className={text.visuallyHidden}>{t(`plugin.state.${state}`)}</span>
      </span>
    );
  }
  return null;
}
