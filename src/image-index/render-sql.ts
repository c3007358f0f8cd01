import { imageRowsSql } from '../library/image-sql.ts';
import type { LibrarySchema } from '../library/schema.ts';
import { renderedEntry } from './entry-columns.ts';
import { MIRROR } from './mirror.ts';

/** Renders the touched images `:first` to `:last` from the mirror, as the change `:generation`. Times: see `rendered`. */
export const renderSql = (schema: LibrarySchema) => `
INSERT INTO rendered (${renderedEntry.list}, history_key, json, noticed_ms, former_ms)
SELECT ${renderedEntry.values}, history_key, json, :noticed, :former
FROM (${imageRowsSql(schema, 'images.id IN (SELECT id FROM temp.touched WHERE id BETWEEN :first AND :last)', MIRROR)})`;
