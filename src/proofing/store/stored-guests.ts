import type { Mark, Point } from '../../contract/proofs.ts';
import type { ProofsFile } from './proofs-file.ts';

export interface StoredGuest {
  id: number;
  proof: number;
  link: number;
  name: string;
  finalText: string;
  doneMs: number | null;
  /** The latest visit, and the one before. */
  seenMs: number | null;
  seenBeforeMs: number | null;
}

export interface StoredMark extends Mark {
  guest: number;
  picture: string;
  version: number;
  atMs: number;
}

export interface StoredComment {
  id: number;
  /** Of the sender's making. */
  sentId: string;
  guest: number;
  picture: string;
  text: string;
  point: Point | null;
  /** The version of the rendition that it is on; null: not told. */
  madeOn: string | null;
  atMs: number;
}

type GuestRow = {
  id: number;
  proof: number;
  link: number;
  name: string;
  final_text: string;
  done: number | null;
  seen: number | null;
  seen_before: number | null;
};
type MarkRow = {
  guest: number;
  picture: string;
  favorite: number;
  stars: number;
  verdict: Mark['verdict'];
  version: number;
  at: number;
};
type CommentRow = {
  id: number;
  sent_id: string;
  guest: number;
  picture: string;
  text: string;
  point: string | null;
  made_on: string | null;
  at: number;
};

const ofProof = 'guest IN (SELECT id FROM guest WHERE proof = @proof)';

/** The guests of all proofs, and what they said. */
export class StoredGuests {
  readonly #file: ProofsFile;

  constructor(file: ProofsFile) {
    this.#file = file;
  }

  list(proof: number): StoredGuest[] {
    return this.#file.rows<GuestRow>('SELECT * FROM guest WHERE proof = ? ORDER BY id', proof).map(guestOf);
  }

  find(id: number): StoredGuest | null {
    const row = this.#file.rows<GuestRow>('SELECT * FROM guest WHERE id = ?', id)[0];
    return row ? guestOf(row) : null;
  }

  add({ proof, link, name }: Pick<StoredGuest, 'proof' | 'link' | 'name'>): number {
    const { lastInsertRowid } = this.#file.run(
      'INSERT INTO guest (proof, link, name) VALUES (?, ?, ?)',
      proof,
      link,
      name,
    );
    return Number(lastInsertRowid);
  }

  /** With all that they said. Returns whether there was one. */
  remove(proof: number, id: number): boolean {
    return this.#file.run('DELETE FROM guest WHERE proof = ? AND id = ?', proof, id).changes > 0;
  }

  setDone(id: number, doneMs: number | null): void {
    this.#file.run('UPDATE guest SET done = ? WHERE id = ?', doneMs, id);
  }

  setFinalText(id: number, text: string): void {
    this.#file.run('UPDATE guest SET final_text = ? WHERE id = ?', text, id);
  }

  /** `isNew`: a visit of its own, not one that goes on. */
  noteVisit({ id, proof }: Pick<StoredGuest, 'id' | 'proof'>, atMs: number, day: string, isNew: boolean): void {
    if (!isNew) {
      this.#file.run('UPDATE guest SET seen = ? WHERE id = ?', atMs, id);
      return;
    }
    this.#file.together(() => {
      this.#file.run('UPDATE guest SET seen_before = seen, seen = ? WHERE id = ?', atMs, id);
      this.#file.run(
        'INSERT INTO visit (proof, day, visits) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET visits = visits + 1',
        proof,
        day,
      );
    });
  }

  /** The last days that had any. */
  visits(proof: number, most: number): { day: string; visits: number }[] {
    return this.#file
      .rows<{ day: string; visits: number }>(
        'SELECT day, visits FROM visit WHERE proof = ? ORDER BY day DESC LIMIT ?',
        proof,
        most,
      )
      .reverse();
  }

  /** How many pictures that are shown have a mark or a comment. */
  countMarked(proof: number): number {
    return this.#file.rows<{ count: number }>(
      `SELECT count(*) AS count FROM picture WHERE proof = @proof AND NOT is_out AND key IN (
         SELECT picture FROM mark WHERE ${ofProof} AND (favorite OR stars > 0 OR verdict IS NOT NULL)
         UNION SELECT picture FROM comment WHERE ${ofProof})`,
      { proof },
    )[0]!.count;
  }

  marks(proof: number): StoredMark[] {
    return this.#file.rows<MarkRow>(`SELECT * FROM mark WHERE ${ofProof}`, { proof }).map(markOf);
  }

  marksOf(guest: number): StoredMark[] {
    return this.#file.rows<MarkRow>('SELECT * FROM mark WHERE guest = ?', guest).map(markOf);
  }

  mark(guest: number, picture: string): StoredMark | null {
    const row = this.#file.rows<MarkRow>('SELECT * FROM mark WHERE guest = ? AND picture = ?', guest, picture)[0];
    return row ? markOf(row) : null;
  }

  setMark({ guest, picture, favorite, stars, verdict, version, atMs }: StoredMark): void {
    this.#file.run(
      'INSERT OR REPLACE INTO mark (guest, picture, favorite, stars, verdict, version, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      guest,
      picture,
      favorite ? 1 : 0,
      stars,
      verdict,
      version,
      atMs,
    );
  }

  comments(proof: number): StoredComment[] {
    return this.#file.rows<CommentRow>(`SELECT * FROM comment WHERE ${ofProof} ORDER BY id`, { proof }).map(commentOf);
  }

  comment(guest: number, sentId: string): StoredComment | null {
    const row = this.#file.rows<CommentRow>('SELECT * FROM comment WHERE guest = ? AND sent_id = ?', guest, sentId)[0];
    return row ? commentOf(row) : null;
  }

  countComments(guest: number): number {
    return this.#file.rows<{ count: number }>('SELECT count(*) AS count FROM comment WHERE guest = ?', guest)[0]!.count;
  }

  addComment({ guest, sentId, picture, text, point, madeOn, atMs }: Omit<StoredComment, 'id'>): void {
    this.#file.run(
      'INSERT INTO comment (guest, sent_id, picture, text, point, made_on, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      guest,
      sentId,
      picture,
      text,
      point && JSON.stringify(point),
      madeOn,
      atMs,
    );
  }

  removeComment(guest: number, sentId: string): void {
    this.#file.run('DELETE FROM comment WHERE guest = ? AND sent_id = ?', guest, sentId);
  }
}

const guestOf = ({ final_text, done, seen, seen_before, ...row }: GuestRow): StoredGuest => ({
  ...row,
  finalText: final_text,
  doneMs: done,
  seenMs: seen,
  seenBeforeMs: seen_before,
});

const markOf = ({ favorite, at, ...row }: MarkRow): StoredMark => ({ ...row, favorite: favorite === 1, atMs: at });

const commentOf = ({ sent_id, point, made_on, at, ...row }: CommentRow): StoredComment => ({
  ...row,
  sentId: sent_id,
  point: point === null ? null : (JSON.parse(point) as Point),
  madeOn: made_on,
  atMs: at,
});
