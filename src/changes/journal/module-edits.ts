import type Database from 'better-sqlite3';
import { journaledEdit, type JournaledEdit, type StoredEdit } from './edit-journal.ts';
import { bothStates } from '../modules/module-states.ts';

const newEditsSql = `SELECT * FROM edit WHERE library = ? AND state = 'stored'
  AND id NOT IN (SELECT edit_id FROM change_edit) ORDER BY id`;

export function takeInModuleEdits(database: Database.Database, library: string): void {
  database.transaction(() => {
    const edits = (database.prepare(newEditsSql).all(library) as StoredEdit[]).map(journaledEdit);
    const change = database.prepare(
      `INSERT INTO change (library, client, route, time, undoes, state)
       VALUES (?, ?, ?, ?, (SELECT change_id FROM change_edit WHERE edit_id = ?), 'stored')`,
    );
    for (const { id, imageId, client, route, time, undoes, ...edit } of edits) {
      const changeId = Number(change.run(library, client, route, time, undoes).lastInsertRowid);
      database.prepare("INSERT INTO change_operation (change_id, kind) VALUES (?, 'module')").run(changeId);
      database.prepare('INSERT INTO change_edit VALUES (?, ?)').run(changeId, id);
      const { operation, module, priority, blendVersion } = edit;
      const [before, after] = bothStates(
        { operation, module, blendVersion, after: edit.before },
        { operation, module, blendVersion, ...edit.after },
      );
      const field = `module:${operation}${priority === 0 ? '' : ` ${priority}`}`;
      database
        .prepare('INSERT INTO change_field VALUES (?, ?, ?, ?, ?)')
        .run(changeId, imageId, field, JSON.stringify(before), JSON.stringify(after));
    }
  })();
}

export function editOfChange(database: Database.Database, changeId: number): JournaledEdit | null {
  const row = database
    .prepare('SELECT edit.* FROM edit JOIN change_edit ON edit_id = edit.id WHERE change_id = ?')
    .get(changeId) as StoredEdit | undefined;
  return row ? journaledEdit(row) : null;
}

export const changeOfEdit = (database: Database.Database, editId: number): number | null =>
  (database.prepare('SELECT change_id FROM change_edit WHERE edit_id = ?').pluck().get(editId) as number | undefined) ??
  null;
