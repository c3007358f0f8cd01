import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import jwt from 'jsonwebtoken';
import { readSecretFile } from '../settings/secret-file.ts';

const fixture = join(import.meta.dirname, 'fixtures', 'former-data-folder');

/** Stands for the folder that held everything. */
export const FOLDER = '@FOLDER@';
/** Stands for the name under which a library shown before is stored. */
const OTHER_LIBRARY = 'OTHER-LIBRARY';

/** Valid only in the checked-in data folder. */
export interface TestOnlySecrets {
  frameSecret: string;
  deskSecret: string;
  token: string;
  revokedToken: string;
  browserCookie: string;
  deviceCookie: string;
}

/** Unpacks the checked-in data folder, with its libraries, into an empty folder; see its README.md. */
export function unpackFormerDataFolder(folder: string) {
  cpSync(fixture, folder, { recursive: true });
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(parentPath, name);
    if (name.endsWith('.db.gz')) {
      writeFileSync(file.slice(0, -'.gz'.length), gunzipSync(readFileSync(file)));
      rmSync(file);
      replaceInDatabase(file.slice(0, -'.gz'.length), FOLDER, folder);
    } else if (/\.json$|^\.safelight-exports$/.test(name)) {
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(FOLDER, folder));
    }
  }
  // As Safelight sets them; git does not keep these permissions.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  const otherLibrary = join(folder, 'other', 'library.db');
  const name = createHash('sha1').update(otherLibrary).digest('hex').slice(0, 16);
  const aside = join(folder, 'data', 'other-libraries');
  renameSync(join(aside, OTHER_LIBRARY), join(aside, name));
  const dataDir = join(folder, 'data');
  const secrets = JSON.parse(readFileSync(join(folder, 'test-only-secrets.json'), 'utf8')) as TestOnlySecrets;
  const key = readSecretFile(join(dataDir, 'signing.key'))!;
  for (const of of ['token', 'revokedToken'] as const) secrets[of] = ofToday(secrets[of], key);
  return { dataDir, library: join(folder, 'darktable', 'library.db'), otherLibrary, secrets };
}

/** The same token, made just now: it was made to last until 2099, which no token may. */
function ofToday(token: string, key: Buffer): string {
  const { header, payload } = jwt.decode(token, { complete: true })!;
  const now = Math.floor(Date.now() / 1000);
  return jwt.sign({ ...(payload as jwt.JwtPayload), iat: now, exp: now + 3600 }, key, { algorithm: 'HS256', header });
}

/** In every text column of every table. */
export function replaceInDatabase(file: string, text: string, replacement: string): void {
  const database = new DatabaseSync(file);
  try {
    const columns = database
      .prepare(
        `SELECT tables.name AS tableName, columns.name AS columnName
         FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.sql NOT LIKE 'CREATE VIRTUAL%'`,
      )
      .all();
    for (const { tableName, columnName } of columns) {
      const [table, column] = [tableName, columnName].map((name) => `"${String(name)}"`);
      database
        .prepare(
          `UPDATE ${table!} SET ${column!} = replace(${column!}, :text, :replacement)
           WHERE typeof(${column!}) = 'text' AND instr(${column!}, :text) > 0`,
        )
        .run({ text, replacement });
    }
  } finally {
    database.close();
  }
}
