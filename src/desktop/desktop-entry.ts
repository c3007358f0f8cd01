/**
 * Desktop entry files, following the Desktop Entry Specification.
 * https://specifications.freedesktop.org/desktop-entry-spec/
 */

/** Values are written as they are; `exec` is the command and its arguments. */
export type DesktopEntry = {
  name: string;
  comment?: string;
  icon?: string;
  /** A program: the entry is passed over once it is gone. */
  tryExec?: string | undefined;
  exec: readonly string[];
  categories?: readonly string[];
  keywords?: readonly string[];
  /** Further keys, for example X-GNOME-Autostart-enabled. */
  more?: Readonly<Record<string, string>>;
};

/** The text of the file. Throws an Error for an argument that no desktop entry can hold. */
export function desktopEntry({
  name,
  comment,
  icon,
  tryExec,
  exec,
  categories,
  keywords,
  more = {},
}: DesktopEntry): string {
  const lines: [string, string | undefined][] = [
    ['Type', 'Application'],
    ['Version', '1.0'],
    ['Name', text(name)],
    ['Comment', comment === undefined ? undefined : text(comment)],
    ['Icon', icon === undefined ? undefined : text(icon)],
    ['TryExec', tryExec === undefined ? undefined : text(tryExec)],
    ['Exec', execLine(exec)],
    ['Terminal', 'false'],
    ['Categories', list(categories)],
    ['Keywords', list(keywords)],
    ...Object.entries(more),
  ];
  const body = lines.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
  return `[Desktop Entry]\n${body.join('\n')}\n`;
}

const list = (items?: readonly string[]) =>
  items === undefined ? undefined : items.map((item) => `${text(item).replaceAll(';', '\\;')};`).join('');

/** A value of type string: backslashes and line breaks are escaped. */
const text = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');

/**
 * The Exec key: each argument in quotes, in which four characters are escaped; `%` would name a file to open. The whole
 * is a string value, in which the backslashes are escaped once more.
 */
export function execLine(args: readonly string[]): string {
  return args
    .map((arg) => {
      if (/[\n\r\0]/.test(arg)) throw new Error(`A desktop entry cannot hold a command with a line break: ${arg}`);
      return `"${arg.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')}"`;
    })
    .map(text)
    .join(' ');
}

/** The keys of the file's first group, unparsed. */
export function readDesktopEntry(file: string): Map<string, string> {
  const entry = new Map<string, string>();
  let isInside = false;
  for (const line of file.split('\n')) {
    if (line.startsWith('[')) isInside = line.trim() === '[Desktop Entry]';
    const at = line.indexOf('=');
    if (isInside && at > 0 && !line.startsWith('#')) entry.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return entry;
}
