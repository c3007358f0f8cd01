/** The least that a start with a warm index can be: Node reads the rows of the lists from index.db (the argument), and listens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

const index = new DatabaseSync(process.argv[2]!, { readOnly: true });
const rows = index.prepare('SELECT * FROM entry').all();
index.close();
const server = createServer((_, response) => response.end(String(rows.length)));
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
