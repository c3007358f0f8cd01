import type { z } from 'zod';
import { NewProof, type PROOF_STATES, type Proof } from '../../contract/proofs.ts';
import type { PictureKey } from '../../publishing/publications/ledger.ts';
import { hashOfSecret, newEra, newLinkSecret, newPictureKey } from '../secrets.ts';
import type { ProofsFile } from './proofs-file.ts';

const Rules = NewProof.omit({ guests: true, source: true, password: true, links: true, expires_at: true }).strip();
/** What guests may see and do. */
export type ProofRules = z.infer<typeof Rules>;

export interface StoredProof {
  id: number;
  /** Path of the library.db that its pictures are of. */
  library: string;
  rules: ProofRules;
  guests: Proof['guests'];
  source: NewProof['source'];
  /** Its hash. */
  password: string | null;
  /** Another one ends the sessions. */
  era: string;
  createdMs: number;
  expiresMs: number;
  state: (typeof PROOF_STATES)[number];
  /** When it was ended, or ends by itself. */
  overMs: number;
}

/** A picture, and what it is found by when the library was imported anew. */
export interface NewPicture {
  imageId: number;
  key: PictureKey;
  /** Width / height as developed. */
  shape: number;
}

export interface ProofPicture {
  /** As guests name it. */
  key: string;
  imageId: number;
  picture: PictureKey;
  shape: number;
  isOut: boolean;
}

export interface StoredLink {
  id: number;
  proof: number;
  name: string | null;
  createdMs: number;
}

type ProofRow = {
  id: number;
  library: string;
  rules: string;
  guests: StoredProof['guests'];
  source: string;
  password: string | null;
  era: string;
  created: number;
  expires: number;
  has_lapsed: number;
  ended: number | null;
};
type PictureRow = { key: string; image_id: number; facts: string; is_out: number };
type LinkRow = { id: number; proof: number; name: string | null; created: number };

/** The proofs, their pictures and their links. */
export class StoredProofs {
  readonly #file: ProofsFile;
  readonly #now: () => number;
  /** Guests ask for one picture after the other. */
  readonly #pictures = new Map<number, readonly ProofPicture[]>();

  constructor(file: ProofsFile, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  /** Newest first. */
  list(): StoredProof[] {
    return this.#file.rows<ProofRow>('SELECT * FROM proof ORDER BY id DESC').map((row) => this.#proofOf(row));
  }

  find(id: number): StoredProof | null {
    const row = this.#file.rows<ProofRow>('SELECT * FROM proof WHERE id = ?', id)[0];
    return row ? this.#proofOf(row) : null;
  }

  add(
    proof: Pick<StoredProof, 'library' | 'rules' | 'guests' | 'source' | 'password' | 'expiresMs'>,
    pictures: readonly NewPicture[],
  ): number {
    const { library, rules, guests, source, password, expiresMs } = proof;
    return this.#file.together(() => {
      const { lastInsertRowid } = this.#file.run(
        'INSERT INTO proof (library, rules, guests, source, password, era, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        library,
        JSON.stringify(rules),
        guests,
        JSON.stringify(source),
        password,
        newEra(),
        this.#now(),
        expiresMs,
      );
      const id = Number(lastInsertRowid);
      this.addPictures(id, pictures);
      return id;
    });
  }

  setRules(id: number, rules: ProofRules): void {
    this.#file.run('UPDATE proof SET rules = ? WHERE id = ?', JSON.stringify(rules), id);
  }

  /** Ends all sessions. */
  setPassword(id: number, password: string | null): void {
    this.#file.run('UPDATE proof SET password = ?, era = ? WHERE id = ?', password, newEra(), id);
  }

  /** Opens what has expired, too: somebody says so by the clock as it is now. */
  setExpiry(id: number, expiresMs: number): void {
    this.#file.run('UPDATE proof SET expires = ?, has_lapsed = 0 WHERE id = ?', expiresMs, id);
  }

  end(id: number): void {
    this.#file.run('UPDATE proof SET ended = ?, era = ? WHERE id = ? AND ended IS NULL', this.#now(), newEra(), id);
  }

  remove(id: number): void {
    this.#file.run('DELETE FROM proof WHERE id = ?', id);
    this.#pictures.delete(id);
  }

  /**
   * [Note: A clock set back] A proof that has expired stays so: it is noted as soon as anybody sees it, and every minute. So a clock that goes
   * back afterwards opens nothing.
   */
  noteLapsed(): void {
    const now = this.#now();
    const found = this.#file.rows('SELECT 1 FROM proof WHERE expires <= ? AND NOT has_lapsed LIMIT 1', now);
    if (found.length > 0) this.#file.run('UPDATE proof SET has_lapsed = 1 WHERE expires <= ?', now);
  }

  /** In the order in which they came, also those that were taken out. */
  pictures(id: number): readonly ProofPicture[] {
    let known = this.#pictures.get(id);
    if (!known) {
      known = this.#file
        .rows<PictureRow>('SELECT key, image_id, facts, is_out FROM picture WHERE proof = ? ORDER BY place', id)
        .map(pictureOf);
      this.#pictures.set(id, known);
    }
    return known;
  }

  /** One that was taken out comes back with its marks. */
  addPictures(id: number, pictures: readonly NewPicture[]): void {
    this.#file.together(() => {
      const known = new Map(this.pictures(id).map((picture) => [picture.imageId, picture]));
      let place = known.size;
      for (const { imageId, key: picture, shape } of pictures) {
        const there = known.get(imageId);
        if (there) this.#file.run('UPDATE picture SET is_out = 0 WHERE proof = ? AND key = ?', id, there.key);
        else
          this.#file.run(
            'INSERT INTO picture (proof, key, place, image_id, facts) VALUES (?, ?, ?, ?, ?)',
            id,
            newPictureKey(),
            place++,
            imageId,
            JSON.stringify({ picture, shape }),
          );
      }
    });
    this.#pictures.delete(id);
  }

  /** The library was imported anew: these have other image ids. */
  setImageIds(id: number, imageIds: ReadonlyMap<string, number>): void {
    this.#file.together(() => {
      for (const [key, imageId] of imageIds)
        this.#file.run('UPDATE picture SET image_id = ? WHERE proof = ? AND key = ?', imageId, id, key);
    });
    this.#pictures.delete(id);
  }

  takeOut(id: number, keys: readonly string[]): void {
    this.#file.run(
      'UPDATE picture SET is_out = 1 WHERE proof = ? AND key IN (SELECT value FROM json_each(?))',
      id,
      JSON.stringify(keys),
    );
    this.#pictures.delete(id);
  }

  /** Those that lead anywhere. */
  links(proof: number): StoredLink[] {
    return this.#file
      .rows<LinkRow>(
        'SELECT id, proof, name, created FROM link WHERE proof = ? AND secret IS NOT NULL ORDER BY id',
        proof,
      )
      .map(linkOf);
  }

  /** Its secret is told here, and nowhere else. */
  addLink(proof: number, name: string | null): { link: StoredLink; secret: string } {
    const secret = newLinkSecret();
    const createdMs = this.#now();
    const { lastInsertRowid } = this.#file.run(
      'INSERT INTO link (proof, name, secret, created) VALUES (?, ?, ?, ?)',
      proof,
      name,
      hashOfSecret(secret),
      createdMs,
    );
    return { link: { id: Number(lastInsertRowid), proof, name, createdMs }, secret };
  }

  linkOf(secret: string): StoredLink | null {
    const hash = hashOfSecret(secret);
    const row = hash && this.#file.rows<LinkRow>('SELECT id, proof, name, created FROM link WHERE secret = ?', hash)[0];
    return row ? linkOf(row) : null;
  }

  /** It leads nowhere from now on. Those who came by it stay, with their marks. Returns whether there was one. */
  removeLink(proof: number, id: number): boolean {
    const { changes } = this.#file.run(
      'UPDATE link SET secret = NULL WHERE proof = ? AND id = ? AND secret IS NOT NULL',
      proof,
      id,
    );
    return changes > 0;
  }

  #proofOf(row: ProofRow): StoredProof {
    const { id, library, guests, password, era } = row;
    const hasExpired = row.has_lapsed === 1 || row.expires <= this.#now();
    if (hasExpired && row.has_lapsed === 0) this.noteLapsed();
    return {
      id,
      library,
      // What is newer than the row has its default.
      rules: Rules.parse(JSON.parse(row.rules)),
      guests,
      source: JSON.parse(row.source) as StoredProof['source'],
      password,
      era,
      createdMs: row.created,
      expiresMs: row.expires,
      state: row.ended !== null ? 'ended' : hasExpired ? 'expired' : 'open',
      overMs: row.ended ?? row.expires,
    };
  }
}

const linkOf = ({ id, proof, name, created }: LinkRow): StoredLink => ({ id, proof, name, createdMs: created });

const pictureOf = ({ key, image_id, facts, is_out }: PictureRow): ProofPicture => ({
  key,
  imageId: image_id,
  isOut: is_out === 1,
  ...(JSON.parse(facts) as Pick<ProofPicture, 'picture' | 'shape'>),
});
