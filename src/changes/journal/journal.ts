import { dirname } from 'node:path';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { storageTrouble } from '../../platform/storage-trouble.ts';
import { ChangeJournal } from './change-journal.ts';
import { EditJournal } from './edit-journal.ts';
import { JournalFile } from './journal-file.ts';
import { OperationJournal } from './operation-journal.ts';
import { PostponedJournal } from './postponed-journal.ts';

/** All that Safelight changed in all libraries, with what was there before: one file, one connection. */
export class Journal {
  readonly edits: EditJournal;
  readonly changes: ChangeJournal;
  readonly operations: OperationJournal;
  readonly postponed: PostponedJournal;
  readonly #file: JournalFile;

  /** `library`: the file whose changes are read and written. */
  constructor(file: string, library: () => string) {
    this.#file = new JournalFile(file, library);
    this.edits = new EditJournal(this.#file);
    this.changes = new ChangeJournal(this.#file);
    this.operations = new OperationJournal(this.#file);
    this.postponed = new PostponedJournal(this.#file);
  }

  get file(): string {
    return this.#file.path;
  }

  /** Without the journal nothing is written to the library, since every change must be undoable. Throws `db_write_error`. */
  needed<T>(use: (journal: Journal) => T): T {
    try {
      return use(this);
    } catch (error) {
      const why = storageTrouble(dirname(this.file), error) ?? reasonOf(error);
      const message = `The change was not stored, because the journal of changes (${this.file}) does not work: ${why}`;
      throw new AppError('db_write_error', message, { cause: error });
    }
  }

  /** For lists. Throws `db_error`. */
  read<T>(use: (journal: Journal) => T): T {
    try {
      return use(this);
    } catch (error) {
      throw new AppError('db_error', `${this.file} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
  }

  close(): void {
    this.#file.close();
  }
}
