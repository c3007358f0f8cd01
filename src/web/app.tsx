import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Database, Image, Lock, Unplug } from 'lucide-react';
import { settingsQuery } from './api/admin.ts';
import { connectionLost } from './api/connection.ts';
import { libraryQuery } from './api/library.ts';
import { listenToNews } from './api/live.ts';
import { queryClient } from './api/query-client.ts';
import { ApiError } from './api/request.ts';
import { useWhyNot } from './api/rights.ts';
import { sessionQuery } from './api/session.ts';
import { isCulling } from './culling/culling-address.ts';
import { Gallery } from './gallery/gallery.tsx';
import { readView, writeView } from './gallery/gallery-view.ts';
import { Header } from './gallery/header.tsx';
import { LateEditDialog } from './history/late-edit-dialog.tsx';
import { t } from './i18n/words.ts';
import { imageIdOf, linkTo, useAddress } from './location.ts';
import { ConnectionBar, useConnectionLost } from './ui/connection-bar.tsx';
import { lateExtra, latePart } from './ui/late-part.tsx';
import { Notice, Waiting } from './ui/notice.tsx';
import { Reason } from './ui/reason.tsx';
import { followThemeSetting } from './ui/theme.ts';
import { button } from './ui/button.ts';
import { classes } from './ui/classes.ts';
import layout from './ui/layout.module.css';

/** By then the service has said who is signed in, unless it is away. */
const PATIENCE_MS = 6000;

const loadDetail = () => import('./detail/detail.tsx');
const loadAhead = async () => {
  const { openOffline } = await loadDetail();
  await openOffline();
};
const Detail = latePart(async () => (await loadDetail()).Detail);
const Culling = latePart(async () => (await import('./culling/culling.tsx')).Culling);
const SignIn = latePart(async () => (await import('./sign-in/sign-in.tsx')).SignIn);
const LibraryNotice = latePart(async () => (await import('./gallery/library-notice.tsx')).LibraryNotice);
const OfflineStart = lateExtra(async () => (await import('./offline/offline-start.tsx')).OfflineStart);
const Trust = latePart(async () => (await import('./trust/trust.tsx')).Trust);
const Plan = latePart(async () => (await import('./agents/plan.tsx')).Plan);
/** What has the gallery's view in its address. */
const PAGES = [
  [/^\/statistics\/?$/, latePart(async () => (await import('./statistics/statistics.tsx')).Statistics)],
  [/^\/publishing\/?$/, latePart(async () => (await import('./publishing/publishing.tsx')).Publishing)],
  [/^\/proofs(\/\d+)?\/?$/, latePart(async () => (await import('./proofs/proofs.tsx')).Proofs)],
] as const;
const settingsRoom = import.meta.glob<{ Settings: ComponentType }>('./settings/settings.tsx');
const Settings = latePart(async () => {
  const load = settingsRoom['./settings/settings.tsx'];
  return load ? (await load()).Settings : () => <Notice title={t('page.none')} />;
});

/**
 * Decides what to show: sign-in, missing library, or the gallery, with one image over it when the address names one.
 */
export function App() {
  const session = useQuery(sessionQuery);
  const lost = useConnectionLost();
  const address = useAddress();
  useEffect(() => {
    // A network without Safelight may not say so for minutes.
    const timer = setTimeout(() => session.data ?? connectionLost(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [session.data]);
  const isSignedIn = session.data?.signed_in ?? false;
  const noPictures = useWhyNot('images:read');
  const hears = isSignedIn && noPictures === null;
  useEffect(() => (hears ? listenToNews() : undefined), [hears]);
  const isAdmin = session.data?.scopes.includes('admin') ?? false;
  const { data: theme } = useQuery({ ...settingsQuery, enabled: isAdmin, select: ({ settings }) => settings.theme });
  useEffect(() => {
    if (theme !== undefined) followThemeSetting(theme);
  }, [theme]);

  if (!session.data) {
    return (
      <div className={layout.page}>
        <ConnectionBar />
        {!session.isError && !lost ? (
          <Waiting />
        ) : (
          <main className={layout.page}>
            <Notice mark={<Unplug size={40} strokeWidth={1.5} aria-hidden />} title={t('connection.title')}>
              <p>{lost ? t('connection.start') : <Reason error={session.error} />}</p>
              <Suspense>
                <OfflineStart />
              </Suspense>
            </Notice>
          </main>
        )}
      </div>
    );
  }
  if (/^\/trust\/?$/.test(address.path)) {
    return (
      <Suspense fallback={<Waiting />}>
        <Trust />
      </Suspense>
    );
  }
  if (!session.data.signed_in)
    return (
      <Suspense fallback={<Waiting />}>
        <SignIn expiredLink={address.search.get('sign-in') === 'expired'} />
      </Suspense>
    );
  if (/^\/settings(\/|$)/.test(address.path)) {
    return (
      <Page>
        <Suspense fallback={<Waiting />}>
          <Settings />
        </Suspense>
      </Page>
    );
  }
  if (noPictures !== null) {
    return (
      <Page>
        <Notice mark={<Lock size={40} strokeWidth={1.5} aria-hidden />} title={t('library.unavailable')}>
          <p>{noPictures}</p>
        </Notice>
      </Page>
    );
  }
  const [, Named] = PAGES.find(([path]) => path.test(address.path)) ?? [];
  if (Named) {
    return (
      <Page>
        <Suspense fallback={<Waiting />}>
          <Named view={readView(address.search)} />
        </Suspense>
      </Page>
    );
  }
  const plan = /^\/plans\/(\d{1,15})\/?$/.exec(address.path)?.[1];
  if (plan !== undefined) {
    return (
      <Page>
        <Suspense fallback={<Waiting />}>
          <Plan key={plan} id={Number(plan)} />
        </Suspense>
      </Page>
    );
  }
  return <Pictures />;
}

function Pictures() {
  const library = useQuery(libraryQuery);
  const address = useAddress();
  const imageId = imageIdOf(address.path);
  const isReady = library.data?.state === 'ready';
  const wasReady = useRef(isReady);
  useEffect(() => {
    // The library is back or rebuilt: the lists on the page may be another library's.
    if (isReady && !wasReady.current) void queryClient.invalidateQueries({ queryKey: ['images'] });
    wasReady.current = isReady;
  }, [isReady]);
  useEffect(() => {
    // Loaded in advance, so that nobody waits for it after clicking a picture.
    const timer = setTimeout(() => void loadAhead().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
  const view = readView(address.search);

  const culls = isCulling(address.path);
  if (address.path !== '/' && imageId === null && !culls) {
    return (
      <Page>
        <Notice mark={<Image size={40} strokeWidth={1.5} aria-hidden />} title={t('page.none')}>
          <a className={button()} {...linkTo('/')}>
            {t('page.openGallery')}
          </a>
        </Notice>
      </Page>
    );
  }
  if (!library.data) {
    return (
      <Page>
        {library.error instanceof ApiError ? (
          <Notice mark={<Database size={40} strokeWidth={1.5} aria-hidden />} title={t('library.unavailable')}>
            <p>
              <Reason error={library.error} />
            </p>
          </Notice>
        ) : (
          <Waiting />
        )}
      </Page>
    );
  }
  if (library.data.state !== 'ready') {
    return (
      <Page>
        <Suspense fallback={<Waiting />}>
          <LibraryNotice library={library.data} />
        </Suspense>
      </Page>
    );
  }
  return (
    <>
      <Gallery library={library.data} view={view} behind={imageId !== null || culls} />
      {(imageId !== null || culls) && (
        <Suspense
          fallback={
            <div className={classes(layout.page, layout.overGallery)}>
              <ConnectionBar />
              <Waiting />
            </div>
          }
        >
          {imageId !== null ? (
            <Detail id={imageId} view={view} historyState={address.state} backTo={`/${writeView(view)}`} />
          ) : (
            <Culling view={view} />
          )}
        </Suspense>
      )}
      <LateEditDialog />
    </>
  );
}

function Page({ children }: { children: React.ReactNode }) {
  return (
    <div className={layout.page}>
      <Header />
      <ConnectionBar />
      <main className={layout.main}>{children}</main>
    </div>
  );
}
