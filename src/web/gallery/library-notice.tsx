import type { LibraryStatus } from '../../contract/service.ts';
import { LibraryIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';

/** Why there is nothing to see yet: the library cannot be read, or its index is being made. Goes away by itself. */
export function LibraryNotice({ library }: { library: LibraryStatus }) {
  if (library.state === 'indexing') {
    const { progress } = library;
    return (
      <Notice mark={<LibraryIcon size={40} />} title="Reading the library">
        <progress
          className="progress"
          aria-label="Pictures read"
          {...(progress && { value: progress.done, max: Math.max(1, progress.total) })}
        />
        <p role="status">
          {progress && progress.total > 0
            ? `${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')} pictures`
            : library.message}
        </p>
      </Notice>
    );
  }
  return (
    <Notice mark={<LibraryIcon size={40} />} title="The library cannot be shown">
      <p role="status">{library.message}</p>
      {library.library !== null && !library.message.includes(library.library) && (
        <p className="notice-file">{library.library}</p>
      )}
      <p>This page looks again every second and goes on by itself.</p>
    </Notice>
  );
}
