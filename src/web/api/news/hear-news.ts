import type { LiveEvent, LiveEventName } from '../../../contract/live-events.ts';
import { type News, NewsSource, type NewsConnection } from './news-source.ts';
import type { TabMessage } from './news-worker.ts';

type Data<Name extends LiveEventName> = Extract<LiveEvent, { name: Name }>['data'];
export type Reactions = { [Name in LiveEventName]?: (data: Data<Name>) => void };

/**
 * Hears the service while this tab is in sight. `hello` comes whenever it begins to, and says whether anything was missed meanwhile. Returns a
 * function that ends it.
 */
export function hearNews(reactions: readonly Reactions[], onLost: () => void): () => void {
  const names = [...new Set(reactions.flatMap((each) => Object.keys(each) as LiveEventName[]))];
  let lastId: string | null = null;
  let leave: (() => void) | null = null;
  let isOver = false;

  const hear = (news: News) => {
    if (news.name === 'lost') {
      onLost();
      return;
    }
    const { name, id } = news;
    let data = JSON.parse(news.data) as Data<LiveEventName>;
    if (name === 'hello') {
      const hello = data as Data<'hello'>;
      data = { ...hello, missed: lastId === null ? hello.missed : id !== lastId };
    }
    lastId = id;
    for (const each of reactions) (each[name] as ((data: Data<LiveEventName>) => void) | undefined)?.(data);
  };
  const follow = () => {
    const isInSight = document.visibilityState === 'visible';
    if (isInSight) leave ??= connection.hear(hear);
    if (isInSight || leave === null) return;
    leave();
    leave = null;
  };
  const stop = () => {
    leave?.();
    leave = null;
  };
  let connection = connectionOf(names, () => {
    if (isOver || connection instanceof NewsSource) return;
    stop();
    connection = new NewsSource(names);
    follow();
  });

  follow();
  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', stop);
  addEventListener('pageshow', follow);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('pagehide', stop);
    removeEventListener('pageshow', follow);
    stop();
  };
}

/** The one of all tabs, or where there is none, one of this tab. `onBroken`: there is none after all. */
function connectionOf(names: readonly LiveEventName[], onBroken: () => void): NewsConnection {
  try {
    const worker = new SharedWorker(new URL('./news-worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = onBroken;
    // It has crashed, where the browser tells.
    worker.port.addEventListener('close', onBroken);
    const say = (message: TabMessage) => worker.port.postMessage(message);
    return {
      hear: (tell) => {
        worker.port.onmessage = ({ data }: MessageEvent<News>) => tell(data);
        say({ hear: names });
        return () => {
          worker.port.onmessage = null;
          say({ leave: true });
        };
      },
    };
  } catch {
    // No such thing in this browser, or not for this page: with cookies blocked, say.
    return new NewsSource(names);
  }
}
