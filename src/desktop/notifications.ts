/** Small messages of the desktop: finished exports, failures, a darktable that is gone. */
import type { Log } from '../platform/log.ts';
import { powershell } from './pickers.ts';
import { runTool, type Tool } from './run-tool.ts';

export type NotificationKind = 'exported' | 'failed' | 'bridge-lost';
export type Message = { title: string; body: string; urgent: boolean };

export type Notifier = {
  /** An export is finished. */
  exported(filename: string): void;
  /** A job failed: what was to be done, and why it could not. */
  failed(what: string, reason: string): void;
  /** darktable, or Safelight's plugin in it, does not answer any more, with so many jobs waiting. */
  bridgeLost(waiting: number): void;
  /** What a click led to, where nothing else tells of it. Always shown. */
  tell(message: Message): void;
  /** Sends what is gathered. */
  close(): Promise<void>;
};

/** Things of one kind within this time are one message: an export of a whole film roll is no storm. */
const GATHER_MS = 2_000;
/** Windows' balloon stays as long as its program does. */
const LONGEST_MS = 30_000;
/** So long the end of the program waits for messages on their way. */
const CLOSE_MS = 2_000;

export function openNotifier({
  wants,
  icon,
  env,
  log,
  platform = process.platform,
  gatherMs = GATHER_MS,
}: {
  /** Is this kind switched on? Asked for each message. */
  wants: (kind: NotificationKind) => boolean;
  /** An absolute path of a PNG. */
  icon: string;
  env: NodeJS.ProcessEnv;
  log: Log;
  platform?: NodeJS.Platform;
  gatherMs?: number;
}): Notifier {
  let exports: string[] = [];
  let failures: { what: string; reason: string }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let complained: string | undefined;
  const ending = new AbortController();

  const send = (kind: NotificationKind, message: Message) => {
    if (wants(kind)) show(message);
  };
  const show = (message: Message) => {
    const tool = notificationTool(message, { platform, icon });
    if (tool === null) return;
    sending = sending.then(async () => {
      const result = await runTool(tool, { env, timeoutMs: LONGEST_MS, ending: ending.signal });
      if (result.status === 'ended' && result.code === 0) return;
      const reason =
        result.status === 'ended'
          ? result.stderr.trim() || `${tool.command} ended with code ${result.code ?? '?'}`
          : result.status === 'missing'
            ? `${tool.command} is not installed`
            : result.reason;
      // Each reason once: a desktop without notifications is no news every time.
      if (reason !== complained) log.info(`No desktop notification: ${reason}`);
      complained = reason;
    });
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (exports.length > 0) send('exported', exportedMessage(exports));
    if (failures.length > 0) send('failed', failedMessage(failures));
    [exports, failures] = [[], []];
  };
  const gather = () => {
    timer ??= setTimeout(flush, gatherMs).unref();
  };
  return {
    exported(filename) {
      exports.push(filename);
      gather();
    },
    failed(what, reason) {
      failures.push({ what, reason });
      gather();
    },
    bridgeLost: (waiting) => send('bridge-lost', bridgeLostMessage(waiting)),
    tell: show,
    async close() {
      flush();
      const late = setTimeout(() => ending.abort(), CLOSE_MS);
      await sending;
      clearTimeout(late);
    },
  };
}

export function exportedMessage(filenames: readonly string[]): Message {
  const [first = '', ...others] = filenames;
  return {
    title: filenames.length === 1 ? 'Export finished' : `${filenames.length} exports finished`,
    body: others.length === 0 ? first : `${first} and ${others.length} more`,
    urgent: false,
  };
}

export function failedMessage(failures: readonly { what: string; reason: string }[]): Message {
  const [first, ...others] = failures;
  const body = first ? `${first.what}: ${first.reason}` : '';
  return {
    title: failures.length === 1 ? 'A job failed' : `${failures.length} jobs failed`,
    body: others.length === 0 ? body : `${body} (and ${others.length} more)`,
    urgent: true,
  };
}

export function bridgeLostMessage(waiting: number): Message {
  const jobs = waiting === 1 ? '1 job waits' : `${waiting} jobs wait`;
  return {
    title: 'darktable does not answer any more',
    body: waiting === 0 ? 'Start it to have previews and exports made.' : `${jobs} until it is started again.`,
    urgent: true,
  };
}

const APPLE = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'];

const WINDOWS = `$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$icon = New-Object System.Windows.Forms.NotifyIcon
$icon.Icon = [System.Drawing.SystemIcons]::Information
$icon.Text = 'Safelight'
$icon.Visible = $true
$icon.ShowBalloonTip(8000, $env:SAFELIGHT_TITLE, $env:SAFELIGHT_BODY, $env:SAFELIGHT_LEVEL)
Start-Sleep -Seconds 8
$icon.Dispose()`;

/** What shows a message; null where nothing does. */
export function notificationTool(
  { title, body, urgent }: Message,
  { platform, icon }: { platform: NodeJS.Platform; icon: string },
): Tool | null {
  switch (platform) {
    case 'darwin':
      return { command: 'osascript', args: [...APPLE.flatMap((line) => ['-e', line]), title, body] };
    case 'win32':
      return powershell(WINDOWS, {
        SAFELIGHT_TITLE: title,
        // Windows shows no balloon without a text.
        SAFELIGHT_BODY: body || ' ',
        SAFELIGHT_LEVEL: urgent ? 'Warning' : 'Info',
      });
    case 'linux':
    case 'freebsd':
    case 'openbsd': {
      // Not --urgency=critical: such a message stays until it is clicked away.
      const more = ['--category', urgent ? 'transfer.error' : 'transfer.complete'];
      return { command: 'notify-send', args: ['-a', 'Safelight', '-i', icon, ...more, '--', title, markup(body)] };
    }
    default:
      return null;
  }
}

/** Desktops read a little HTML in the text (not in the title). */
const markup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
