/** Desktop notifications. */
import type { Log } from '../platform/log.ts';
import type { DesktopWords } from './desktop-words.ts';
import { powershell } from './pickers.ts';
import { runTool, type Tool } from './run-tool.ts';

export type NotificationKind = 'exported' | 'failed' | 'bridge-lost';
export type Message = { title: string; body: string; urgent: boolean };

export type Notifier = {
  /** An export is finished. */
  exported(filename: string): void;
  /** A job failed: which, and why. */
  failed(what: string, reason: string): void;
  /** darktable or the plugin no longer responds while this many jobs are waiting. */
  bridgeLost(waiting: number): void;
  /** A device asks for more rights. Always shown; `answer` follows a click on it, where the desktop tells of clicks. */
  asked(device: string, answer: () => void): void;
  /** The outcome of a click. Always shown. */
  tell(message: Message): void;
  /** Sends the collected messages. */
  close(): Promise<void>;
};

/** Events of one kind within this time become one message, so that exporting a film roll shows one. */
const GATHER_MS = 2_000;
/** On Windows the balloon disappears when its program ends. */
const LONGEST_MS = 30_000;
/** As long as the question is open. */
const QUESTION_MS = 10 * 60_000;
/** How long closing waits for messages that are being sent. */
const CLOSE_MS = 2_000;

export function openNotifier({
  wants,
  icon,
  words: { notifications: t },
  env,
  log,
  platform = process.platform,
  gatherMs = GATHER_MS,
}: {
  /** Whether this kind is switched on. Asked for each message. */
  wants: (kind: NotificationKind) => boolean;
  /** An absolute path of a PNG. */
  icon: string;
  words: Pick<DesktopWords, 'notifications'>;
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
  const questions = new AbortController();

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
      // Log each reason once: a desktop without notifications would repeat it for every message.
      if (reason !== complained) log.info({ reason }, 'No desktop notification is shown');
      complained = reason;
    });
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (exports.length > 0) send('exported', exportedMessage(exports, t));
    if (failures.length > 0) send('failed', failedMessage(failures, t));
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
    bridgeLost: (count) =>
      send('bridge-lost', { title: t('darktableLost'), body: t('waiting', { count }), urgent: true }),
    asked(device, answer) {
      const message = { title: t('asked', { device }), body: t('askedHow'), urgent: false };
      const tool = questionTool(message, { platform, icon });
      if (tool === null) {
        show(message);
        return;
      }
      // Apart from the others: this one waits for a click.
      void runTool(tool, { env, timeoutMs: QUESTION_MS, ending: questions.signal }).then((result) => {
        if (questions.signal.aborted) return;
        if (result.status === 'ended' && result.stdout.trim() === CLICK) answer();
        // Older desktops have a notify-send without actions.
        else if (result.status !== 'ended' || (result.code ?? 0) !== 0) show(message);
      });
    },
    tell: show,
    async close() {
      flush();
      questions.abort();
      const late = setTimeout(() => ending.abort(), CLOSE_MS);
      await sending;
      clearTimeout(late);
    },
  };
}

type Texts = DesktopWords['notifications'];

function exportedMessage(filenames: readonly string[], t: Texts): Message {
  const [first = '', ...others] = filenames;
  return {
    title: t('exported', { count: filenames.length }),
    body: others.length === 0 ? first : t('andMore', { first, number: others.length }),
    urgent: false,
  };
}

function failedMessage(failures: readonly { what: string; reason: string }[], t: Texts): Message {
  const [first, ...others] = failures;
  const failure = first ? t('failure', first) : '';
  return {
    title: t('failed', { count: failures.length }),
    body: others.length === 0 ? failure : t('failureAndMore', { failure, number: others.length }),
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

/** The program that shows a message; null where there is none. */
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
      // Not --urgency=critical: that message stays until it is closed.
      const more = ['--category', urgent ? 'transfer.error' : 'transfer.complete'];
      return notifySend(more, { title, body, icon });
    }
    default:
      return null;
  }
}

/** What notify-send prints after a click. Desktops take this name for a click anywhere on the message. */
const CLICK = 'default';

/** As above, for a message that can be clicked. */
function questionTool(message: Message, { platform, icon }: { platform: NodeJS.Platform; icon: string }): Tool | null {
  if (platform === 'darwin' || platform === 'win32') return null;
  return notifySend(['--category', 'network', '--action', `${CLICK}=Safelight`], { ...message, icon });
}

const notifySend = (more: readonly string[], { title, body, icon }: { title: string; body: string; icon: string }) => ({
  command: 'notify-send',
  args: ['-a', 'Safelight', '-i', icon, ...more, '--', title, markup(body)],
});

/** Desktops render some HTML in the body (not in the title). */
const markup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
