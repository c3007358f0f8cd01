/**
 * Safelight without its care: list queries directly on library.db over an ordinary connection, with SQLite's ordinary
 * locks. Argument: library.db, data.db. Runs until it is ended; prints how many queries it ran.
 */
import Database from 'better-sqlite3';

const [file, data] = process.argv.slice(2);
const db = new Database(file, { readonly: true });
db.prepare('ATTACH ? AS data').run(data);

const where = 'images.flags & 7 >= :stars';
const pageOf = db.prepare(`
  SELECT images.*, film_rolls.folder,
    (SELECT group_concat(color) FROM color_labels WHERE imgid = images.id) AS labels,
    (SELECT group_concat(name, char(10)) FROM tagged_images JOIN data.tags ON tags.id = tagid WHERE imgid = images.id) AS tags
  FROM images JOIN film_rolls ON film_rolls.id = images.film_id
  WHERE ${where} ORDER BY datetime_taken DESC, images.id LIMIT 50 OFFSET :offset`);
const totalOf = db.prepare(`SELECT count(*) AS total FROM images WHERE ${where}`);

let queries = 0;
let refused = 0;
let isStopped = false;
process.on('SIGTERM', () => (isStopped = true));
console.log('Reading');

function readOn(): void {
  if (isStopped) {
    console.log(JSON.stringify({ queries, refused }));
    process.exit(0);
  }
  const stars = Math.floor(Math.random() * 4);
  try {
    pageOf.all({ stars, offset: Math.floor(Math.random() * 1000) });
    totalOf.get({ stars });
    queries += 1;
  } catch {
    refused += 1;
  }
  setImmediate(readOn);
}
readOn();
