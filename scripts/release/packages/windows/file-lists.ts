/** The lists of files in an installer's script, in a fixed order: NSIS takes those of a folder in the order of the disk. */

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');

/** As a text of NSIS: `path` has slashes. */
const installed = (path: string) => ['$INSTDIR', ...(path === '' ? [] : path.split('/'))].join('\\');

const quoted = (text: string) => {
  if (/["$`]/.test(text.replace(/^\$INSTDIR/, ''))) throw new Error(`A name that NSIS would misread: ${text}`);
  return `"${text}"`;
};

/** `files` are paths in `folder`. */
export function installList(folder: string, files: readonly string[]): string {
  let at: string | null = null;
  const lines: string[] = [];
  for (const path of files) {
    if (folderOf(path) !== at) lines.push(`SetOutPath ${quoted(installed(folderOf(path)))}`);
    at = folderOf(path);
    lines.push(`File ${quoted(`${folder}/${path}`)}`);
  }
  return lines.join('\n') + '\n';
}

/** Folders go only when they are empty, those inside of others first. */
export function removeList(files: readonly string[]): string {
  const folders = new Set<string>();
  for (const path of files) for (let at = folderOf(path); at !== ''; at = folderOf(at)) folders.add(at);
  return [
    ...files.map((path) => `Delete ${quoted(installed(path))}`),
    ...[...folders]
      .sort()
      .reverse()
      .map((path) => `RMDir ${quoted(installed(path))}`),
    '',
  ].join('\n');
}
