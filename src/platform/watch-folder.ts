import { statSync, watch, type FSWatcher, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

export interface FolderWatch {
  close(): void;
}

const lookEveryMs = 2000;

/**
 * Reports changes of files directly in a folder: their names, or null when only a change is known. The folder may be missing, appear
 * later or be replaced. It is also polled every two seconds, because network disks report nothing. Does not keep the process alive.
 */
export function watchFolder(folder: string, changed: (name: string | null) => void): FolderWatch {
  let watcher: FSWatcher | undefined;
  let seen = stampOf(statOf(folder));
  let told = false;
  let closed = false;
  let looking = false;

  const drop = () => {
    watcher?.close();
    watcher = undefined;
  };
  const follow = () => {
    drop();
    try {
      watcher = watch(folder, { persistent: false }, (_event, name) => {
        told = true;
        changed(name);
      });
      watcher.on('error', drop);
    } catch {
      // Missing, or no watches left on this system: the look every two seconds goes on.
    }
  };
  const look = async () => {
    if (looking) return;
    looking = true;
    const at = await stat(folder).catch(() => null);
    looking = false;
    if (closed) return;
    const now = stampOf(at);
    const sameFolder = now.folder === seen.folder;
    if (!at) drop();
    else if (!sameFolder || !watcher) follow();
    if (!sameFolder || (now.changed !== seen.changed && !told)) changed(null);
    seen = now;
    told = false;
  };

  if (seen.folder !== '') follow();
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return {
    close() {
      closed = true;
      clearInterval(timer);
      drop();
    },
  };
}

const stampOf = (at: Stats | null) => ({ folder: at ? `${at.dev}:${at.ino}` : '', changed: at?.mtimeMs ?? 0 });

function statOf(folder: string): Stats | null {
  try {
    return statSync(folder, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
