import { useEffect, useMemo, useState } from 'react';
import { AppNotice } from './app-notice.tsx';
import { DeviceDialog } from './device-dialog.tsx';
import { DoneDialog } from './done-dialog.tsx';
import { type Filter, filtersOf, fits } from './filters.ts';
import { Grid } from './grid/grid.tsx';
import type { GuestLink } from './link/guest-link.ts';
import { at } from './link/link.ts';
import { isLocked, type OpenState, type View } from './link/view.ts';
import type { Place, Where } from './place.ts';
import { Refusals } from './refusals.tsx';
import { Away, Said } from './status.tsx';
import page from './ui/page.module.css';
import { useMarking } from './use-marking.ts';
import { Compare } from './viewer/compare.tsx';
import { Viewer } from './viewer/viewer.tsx';
import { moment, t } from './words.ts';

interface Props {
  link: GuestLink;
  place: Place;
  view: View;
  state: OpenState;
  where: Where;
}

/** All pictures, and what is open above them. */
export function Proof({ link, place, view, state, where }: Props) {
  const [filter, setFilter] = useState<Filter>('all');
  const [asks, setAsks] = useState<'done' | 'device' | null>(null);
  const marking = useMarking(link, view);
  const filters = filtersOf(view, state);
  const shown = filters.some((each) => each.filter === filter) ? filter : 'all';
  const pictures = useMemo(
    () => state.pictures.filter((picture) => fits(view, state, shown, picture)),
    [view, state, shown],
  );
  // What is looked through stays what it was, also when a mark changes what the filter would show.
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const listed = useMemo(() => {
    const keys = opened && new Set(opened);
    const kept = keys ? state.pictures.filter(({ key }) => keys.has(key)) : state.pictures;
    return kept.some(({ key }) => key === where.picture) ? kept : state.pictures;
  }, [opened, state.pictures, where.picture]);
  const open = listed.find(({ key }) => key === where.picture);
  const beside = open && state.pictures.find(({ key }) => key === where.beside);
  useEffect(() => {
    document.title = state.title;
  }, [state.title]);
  const locked = isLocked(view);
  return (
    <>
      <main className={page.proof}>
        <header className={page.header}>
          <h1>{state.title}</h1>
          {state.welcome !== '' && <p className={page.welcome}>{state.welcome}</p>}
          <p className={page.facts}>
            {state.name !== null && <span>{state.name}</span>}
            <span>{t.pictures(state.pictures.length)}</span>
            <span>
              {t.openUntil(moment(state.expires_at))} ({t.openDays(daysLeft(state.expires_at))})
            </span>
          </p>
          <AppNotice />
          <Refusals link={link} view={view} />
          {locked && (
            <div className={page.notice} role="status">
              <h2>{view.state?.is_done === true ? t.done.is : view.isAway ? t.done.waits : t.done.is}</h2>
              {view.state?.is_done === true && <p>{t.done.isHow}</p>}
            </div>
          )}
        </header>
        <div className={page.toolbar}>
          <div role="group" aria-label={t.filter.label} className={page.filters}>
            {filters.map((each) => (
              <button
                key={each.filter}
                type="button"
                className={page.chip}
                aria-pressed={each.filter === shown}
                onClick={() => setFilter(each.filter)}
              >
                {each.words}
              </button>
            ))}
          </div>
          {!locked && (
            <button type="button" className={page.primary} onClick={() => setAsks('done')}>
              {t.done.button}
            </button>
          )}
        </div>
        <Away view={view} />
        {pictures.length === 0 ? (
          <div className={page.empty}>
            <p>{t.filter.none}</p>
            {shown !== 'all' && (
              <button type="button" className={page.button} onClick={() => setFilter('all')}>
                {t.filter.showAll}
              </button>
            )}
          </div>
        ) : (
          <Grid
            view={view}
            state={state}
            pictures={pictures}
            marking={marking}
            current={where.picture}
            onOpen={(key) => {
              setOpened(pictures.map((each) => each.key));
              place.go({ picture: key, beside: null });
            }}
          />
        )}
        <footer className={page.end}>
          {!locked && (
            <>
              <p>{t.done.end}</p>
              <button type="button" className={page.primary} onClick={() => setAsks('done')}>
                {t.done.button}
              </button>
            </>
          )}
          <p className={page.links}>
            {state.archive && state.downloads !== 'none' && (
              <a className={page.button} href={at('archive/web')} download>
                {state.downloads === 'full' ? t.more.archiveWeb : t.more.archive}
              </a>
            )}
            {state.archive && state.downloads === 'full' && (
              <a className={page.button} href={at('archive/full')} download>
                {t.more.archiveFull}
              </a>
            )}
            <button type="button" className={page.button} onClick={() => setAsks('device')}>
              {t.more.device}
            </button>
          </p>
          <p className={page.help}>
            {t.made} · <a href="/p/a/licenses.txt">{t.licenses}</a>
          </p>
        </footer>
      </main>
      {open && !beside && (
        <Viewer
          link={link}
          view={view}
          state={state}
          pictures={listed}
          picture={open}
          marking={marking}
          onMove={(key) => place.move({ picture: key, beside: null })}
          onCompare={(key) => place.go({ picture: open.key, beside: key })}
          onClose={() => place.close()}
        />
      )}
      {open && beside && (
        <Compare
          view={view}
          state={state}
          pictures={listed}
          pair={[open, beside]}
          marking={marking}
          onMove={(picture, other) => place.move({ picture, beside: other })}
          onClose={() => place.close()}
        />
      )}
      {asks === 'done' && <DoneDialog link={link} view={view} state={state} onClose={() => setAsks(null)} />}
      {asks === 'device' && <DeviceDialog link={link} state={state} onClose={() => setAsks(null)} />}
      {!open && <Said said={marking.said} />}
    </>
  );
}

const DAY_MS = 86_400_000;
const daysLeft = (expires: string) => Math.max(0, Math.round((Date.parse(expires) - Date.now()) / DAY_MS));
