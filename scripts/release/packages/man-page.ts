import type { CommandOption, CommandTree } from './command-tree.ts';
import { withCommandsBelow } from './command-tree.ts';

/** The page that `man safelight` shows. `date` is in seconds. */
export function manPage(tree: CommandTree, { version, date }: { version: string; date: number }): string {
  const day = new Date(date * 1000).toISOString().slice(0, 10);
  const shared = new Set(tree.options.map(({ name }) => name));
  const [, ...below] = withCommandsBelow(tree);
  return [
    `.TH SAFELIGHT 1 "${day}" "Safelight ${version}" "User Commands"`,
    '.SH NAME',
    'safelight \\- darktable library in the browser, as an HTTP API, and in the tray',
    '.SH SYNOPSIS',
    `.B safelight\n${escaped(tree.usage)}`,
    '.SH DESCRIPTION',
    escaped(tree.description),
    ...paragraphs(tree.remarks),
    '.SH OPTIONS',
    'Every command that starts or asks Safelight takes these options, too.',
    ...tree.options.map(entry),
    '.SH COMMANDS',
    // A group only names those below it.
    ...below.filter(({ commands }) => commands.length === 0).flatMap((command) => section(command, shared)),
    '.SH FILES',
    '.TP\n.I ~/.local/share/safelight\nsettings, index, previews, queues, exports and the record of edits of each user',
    '.TP\n.I /usr/lib/systemd/user/safelight.service',
    'the server without a tray, switched off; \\fBsystemctl \\-\\-user enable \\-\\-now safelight\\fR starts it at login',
    '.SH SEE ALSO',
    '.BR darktable (1),\n.BR darktable\\-cli (1)',
    '',
  ].join('\n');
}

function section(command: CommandTree, shared: ReadonlySet<string>): string[] {
  const own = command.options.filter(({ name }) => !shared.has(name));
  return [
    `.SS ${escaped(`${command.words} ${command.usage}`)}`,
    escaped(sentence(command.description)),
    ...command.arguments.map(({ name, description }) => `.TP\n.I ${escaped(name)}\n${escaped(description)}`),
    ...own.map(entry),
    ...paragraphs(command.remarks),
  ];
}

const entry = ({ name, value, description }: CommandOption) =>
  `.TP\n\\fB${escaped(name)}\\fR${value === null ? '' : ` \\fI${escaped(value)}\\fR`}\n${escaped(description)}`;

/** The help breaks its lines itself: one that goes on in small letters belongs to the line before. */
const paragraphs = (text: string) =>
  text
    .split(/\n+(?![a-z])/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `.PP\n${escaped(paragraph.replaceAll('\n', ' '))}`);

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** For roff: a dash is a minus that can be copied, and no line starts a request. */
const escaped = (text: string) =>
  text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq').replace(/^\./, '\\&.');
