/** The tables of journal.db. */
export const TABLES = `
-- An edit is recorded as 'begun' before the library is touched and as 'stored' after it was read back. After a crash in between, the
-- library shows how it ended.
CREATE TABLE IF NOT EXISTS edit (
  id INTEGER PRIMARY KEY,
  library TEXT NOT NULL,
  image_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  multi_priority INTEGER NOT NULL,
  num INTEGER NOT NULL,
  module INTEGER NOT NULL,
  before_enabled INTEGER NOT NULL,
  before_params BLOB NOT NULL,
  after_enabled INTEGER NOT NULL,
  after_params BLOB NOT NULL,
  blend_version INTEGER,
  before_blend BLOB,
  after_blend BLOB,
  client TEXT NOT NULL,
  route TEXT NOT NULL,
  time INTEGER NOT NULL,
  undoes INTEGER REFERENCES edit (id),
  state TEXT NOT NULL CHECK (state IN ('begun', 'stored'))
);
CREATE INDEX IF NOT EXISTS edit_by_image ON edit (library, image_id, id);
CREATE INDEX IF NOT EXISTS edit_by_undone ON edit (undoes);

-- Like an edit of a module, a change is 'begun' before the library is touched, and 'stored' once it was read back. While it is begun, none
-- of its fields is certain. A change that goes through darktable in pieces is 'stored' after the first piece; the fields of the current
-- piece are in field_in_work.
CREATE TABLE IF NOT EXISTS change (
  id INTEGER PRIMARY KEY,
  library TEXT NOT NULL,
  client TEXT NOT NULL,
  route TEXT NOT NULL,
  time INTEGER NOT NULL,
  undoes INTEGER REFERENCES change (id),
  state TEXT NOT NULL CHECK (state IN ('begun', 'stored'))
);
CREATE INDEX IF NOT EXISTS change_by_library ON change (library, id);
CREATE INDEX IF NOT EXISTS change_by_undone ON change (undoes);
CREATE TABLE IF NOT EXISTS change_field (
  change_id INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
  image_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  PRIMARY KEY (change_id, image_id, field)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS field_in_work (
  change_id INTEGER NOT NULL,
  image_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  PRIMARY KEY (change_id, image_id, field),
  FOREIGN KEY (change_id, image_id, field) REFERENCES change_field ON DELETE CASCADE
) WITHOUT ROWID;
-- Changes that are more than fields of images: see operation-journal.ts.
CREATE TABLE IF NOT EXISTS change_operation (
  change_id INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  tag_before TEXT,
  tag_after TEXT
);
-- Undos in parts whose last part is not stored: what they took back is known, and the rest can be taken back still.
CREATE TABLE IF NOT EXISTS undo_unfinished (change_id INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE);
-- Rejects that are a part of stored changes and that darktable cannot take yet, with the stars that the image had.
CREATE TABLE IF NOT EXISTS reject_waiting (
  library TEXT NOT NULL,
  image_id INTEGER NOT NULL,
  change_id INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
  stars INTEGER NOT NULL,
  PRIMARY KEY (library, image_id)
) WITHOUT ROWID;
-- Changes whose sidecars Safelight itself has to write still.
CREATE TABLE IF NOT EXISTS sidecars_due (change_id INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE);

-- Edits of modules have their own tables. Each appears in the list of changes as one, added when the list is read.
CREATE TABLE IF NOT EXISTS change_edit (
  change_id INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE,
  edit_id INTEGER NOT NULL UNIQUE REFERENCES edit (id)
);

-- The complete rows of an operation, so that it can be undone, and checked after a crash.
CREATE TABLE IF NOT EXISTS change_row (
  change_id INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (change_id, number)
) WITHOUT ROWID;
-- What the plugin is asked to do, until it is known what it did.
CREATE TABLE IF NOT EXISTS operation_plan (
  change_id INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE,
  plan TEXT NOT NULL
);
-- The current part of a change that goes into the library in parts: its rows from this number on. Its fields are in field_in_work.
CREATE TABLE IF NOT EXISTS part_in_work (
  change_id INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE,
  first_row INTEGER NOT NULL
);

-- Changes that wait for darktable to be closed. postponed_as has the changes of the journal that were made of one so far, from their
-- beginning on: so nobody does an image twice, whenever Safelight ends.
CREATE TABLE IF NOT EXISTS postponed (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  library TEXT NOT NULL,
  client TEXT NOT NULL,
  time INTEGER NOT NULL,
  wanted TEXT NOT NULL,
  images TEXT NOT NULL,
  result TEXT
);
CREATE TABLE IF NOT EXISTS postponed_as (
  postponed_id INTEGER NOT NULL REFERENCES postponed (id) ON DELETE CASCADE,
  change_id INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
  PRIMARY KEY (postponed_id, change_id)
) WITHOUT ROWID;`;
