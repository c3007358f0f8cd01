import type { LiveEventName } from '../../../contract/live-events.ts';
import { NewsSource } from './news-source.ts';

/** The SharedWorker of all tabs (see [Note: One stream for all tabs]), and what a tab says to it: which events it knows, and that it is out of sight. */
export type TabMessage = { hear: readonly LiveEventName[] } | { leave: true };

/** Of all tabs; the first one makes it. */
const shared: { source?: NewsSource } = {};

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  let leave: (() => void) | null = null;
  const end = () => {
    leave?.();
    leave = null;
  };
  port.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    end();
    if (!('hear' in data)) return;
    shared.source ??= new NewsSource(data.hear);
    leave = shared.source.hear((news) => port.postMessage(news));
  };
  // A tab that has crashed, where the browser tells.
  port.addEventListener('close', end);
});
