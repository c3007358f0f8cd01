import { imageRowsSql } from '../library/image-sql.ts';
import type { LibrarySchema } from '../library/schema.ts';
import { MIRROR } from './mirror.ts';

/** Renders the touched images `:first` to `:last` from the mirror, as the change `:generation`. Times: see `rendered`. */
export const renderSql = (schema: LibrarySchema) => `
INSERT INTO rendered (id, generation, film_id, group_id, rating, labels, flags, taken_ms, import_ms, change_ms, aspect_ratio,
  tag_ids, gear, filename_key, own_text, filename, version, history_key, json, noticed_ms, former_ms)
SELECT id, :generation, film_id, coalesce(group_id, id), rating, labels, is_raw + 2 * is_hdr + 4 * is_altered, taken_ms, import_ms, change_ms, aspect_ratio,
  tag_ids, folded_lines(concat_ws(' ', maker, model), lens), folded(filename), folded_lines(title, description), filename, version, history_key, json,
  :noticed, :former
FROM (${imageRowsSql(schema, 'images.id IN (SELECT id FROM temp.touched WHERE id BETWEEN :first AND :last)', MIRROR)})`;
