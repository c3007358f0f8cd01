/** The desktop's file and folder dialogs. */
import { type Tool, type ToolResult, runTool } from './run-tool.ts';

export type PickRequest = {
  kind: 'file' | 'folder';
  title: string;
  /** Where the dialog starts: the absolute path of a file or a folder, as `kind` says. */
  start?: string | undefined;
  /** Which files it shows, for example { name: 'darktable library', patterns: ['*.db'], all: 'All files' }. */
  filter?: { name: string; patterns: string[]; all: string };
};

export type Picked =
  | { status: 'picked'; path: string }
  | { status: 'cancelled' }
  | { status: 'failed'; reason: string }
  | { status: 'missing'; programs: string[] };

export type Picker = Tool & { read(result: ToolResult & { status: 'ended' }): Picked };

/**
 * Opens a dialog and waits for the user, or for `ending`. Tries the desktop's own dialog first. `missing`: none is
 * installed.
 */
export async function pick(
  request: PickRequest,
  {
    env,
    platform = process.platform,
    ending,
  }: { env: NodeJS.ProcessEnv; platform?: NodeJS.Platform; ending?: AbortSignal },
): Promise<Picked> {
  const choices = pickers(request, platform, env.XDG_CURRENT_DESKTOP);
  for (const picker of choices) {
    const result = await runTool(picker, { env, ending });
    if (ending?.aborted) return { status: 'cancelled' };
    if (result.status === 'failed') return result;
    if (result.status === 'ended') return picker.read(result);
  }
  if (choices.length === 0) return { status: 'failed', reason: `there is no file dialog for ${platform}` };
  return { status: 'missing', programs: choices.map(({ command }) => command) };
}

/** The dialogs to try, best first. */
export function pickers(request: PickRequest, platform: NodeJS.Platform, desktop = ''): Picker[] {
  switch (platform) {
    case 'darwin':
      return [appleDialog(request)];
    case 'win32':
      return [windowsDialog(request)];
    case 'linux':
    case 'freebsd':
    case 'openbsd': {
      const both = [zenity(request), kdialog(request)];
      return desktop.split(':').includes('KDE') ? both.reverse() : both;
    }
    default:
      return [];
  }
}

function zenity({ kind, title, start, filter }: PickRequest): Picker {
  const args = ['--file-selection', `--title=${title}`];
  if (kind === 'folder') args.push('--directory');
  // Without the slash the dialog would start in the parent folder.
  if (start !== undefined) args.push(`--filename=${kind === 'folder' ? withSlash(start) : start}`);
  if (filter !== undefined) {
    args.push(`--file-filter=${filter.name} | ${filter.patterns.join(' ')}`, `--file-filter=${filter.all} | *`);
  }
  return { command: 'zenity', args, read: readUnix };
}

function kdialog({ kind, title, start, filter }: PickRequest): Picker {
  const args = ['--title', title, kind === 'folder' ? '--getexistingdirectory' : '--getopenfilename'];
  args.push(start ?? '.');
  if (filter !== undefined && kind === 'file') args.push(`${filter.name} (${filter.patterns.join(' ')})`);
  return { command: 'kdialog', args, read: readUnix };
}

/** Both exit with 1 when the user cancels and also without a display; only their error output tells the two apart. */
function readUnix({ code, signal, stdout, stderr }: ToolResult & { status: 'ended' }): Picked {
  const path = stdout.replace(/\n$/, '');
  if (code === 0 && path !== '') return { status: 'picked', path };
  if (/display/i.test(stderr) && /cannot|could not|can't|unable|failed/i.test(stderr)) {
    return { status: 'failed', reason: `the file dialog cannot be shown: ${lastLine(stderr)}` };
  }
  if (code === 1) return { status: 'cancelled' };
  return { status: 'failed', reason: `the file dialog ended ${signal ? `by ${signal}` : `with code ${code ?? '?'}`}` };
}

const APPLE = (choose: string) => [
  'on run argv',
  'set theTitle to item 1 of argv',
  'set theStart to item 2 of argv',
  'activate',
  'if theStart is "" then',
  `set thePath to ${choose} with prompt theTitle`,
  'else',
  `set thePath to ${choose} with prompt theTitle default location (POSIX file theStart)`,
  'end if',
  'return POSIX path of thePath',
  'end run',
];

function appleDialog({ kind, title, start }: PickRequest): Picker {
  // AppleScript cannot preselect a file, so the dialog starts in its folder.
  const folder = start === undefined ? '' : kind === 'folder' ? start : start.replace(/\/[^/]*$/, '/');
  const script = APPLE(kind === 'folder' ? 'choose folder' : 'choose file').flatMap((line) => ['-e', line]);
  return {
    command: 'osascript',
    args: [...script, title, folder],
    read({ code, stdout, stderr }) {
      const path = stdout.replace(/\n$/, '').replace(/(.)\/$/, '$1');
      if (code === 0 && path !== '') return { status: 'picked', path };
      // -128 is "User canceled".
      if (stderr.includes('(-128)')) return { status: 'cancelled' };
      return { status: 'failed', reason: `the file dialog failed: ${lastLine(stderr)}` };
    },
  };
}

const WINDOWS_FOLDER = `
$dialog = New-Object System.Windows.Forms.FolderBrowserDialog
$dialog.Description = $env:SAFELIGHT_TITLE
$dialog.SelectedPath = $env:SAFELIGHT_START
$dialog.ShowNewFolderButton = $true
if ($dialog.ShowDialog($owner) -ne 'OK') { exit 3 }
[Console]::Out.Write($dialog.SelectedPath)`;

const WINDOWS_FILE = `
$dialog = New-Object System.Windows.Forms.OpenFileDialog
$dialog.Title = $env:SAFELIGHT_TITLE
$dialog.Filter = $env:SAFELIGHT_FILTER
if ($env:SAFELIGHT_START) {
  $dialog.InitialDirectory = [IO.Path]::GetDirectoryName($env:SAFELIGHT_START)
  $dialog.FileName = [IO.Path]::GetFileName($env:SAFELIGHT_START)
}
if ($dialog.ShowDialog($owner) -ne 'OK') { exit 3 }
[Console]::Out.Write($dialog.FileName)`;

function windowsDialog({ kind, title, start, filter }: PickRequest): Picker {
  // Without a topmost owner the dialog would open behind other windows.
  const script = `$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
Add-Type -AssemblyName System.Windows.Forms
$owner = New-Object System.Windows.Forms.Form -Property @{ TopMost = $true }
${kind === 'folder' ? WINDOWS_FOLDER : WINDOWS_FILE}`;
  const shown = filter ? `${filter.name}|${filter.patterns.join(';')}|${filter.all}|*.*` : 'All files|*.*';
  return {
    ...powershell(script, {
      SAFELIGHT_TITLE: title,
      SAFELIGHT_START: start ?? '',
      SAFELIGHT_FILTER: shown,
    }),
    read({ code, stdout, stderr }) {
      if (code === 0 && stdout !== '') return { status: 'picked', path: stdout };
      if (code === 3) return { status: 'cancelled' };
      return { status: 'failed', reason: `the file dialog failed: ${lastLine(stderr)}` };
    },
  };
}

/** The script is constant and reads texts from the environment, so no text from the user is ever run. */
export function powershell(script: string, variables: Record<string, string>): Tool {
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return {
    command: 'powershell.exe',
    args: ['-NoProfile', '-STA', '-EncodedCommand', encoded],
    variables,
  };
}

const withSlash = (path: string) => (path.endsWith('/') ? path : `${path}/`);
const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';
