import type { Proof } from '../../contract/proofs.ts';

const NAMES = [
  'title',
  'welcome',
  'order',
  'allows',
  'most_favorites',
  'most_yes',
  'shows_others',
  'shows_names',
  'downloads',
  'archive',
  'keep',
  'watermark',
  'link_preview',
  'quiet_minutes',
  'expires_at',
] as const satisfies readonly (keyof Proof)[];

/** What is asked at first, and can be changed later. */
export type ProofFields = Pick<Proof, (typeof NAMES)[number]>;

export const fieldsOf = (proof: Proof): ProofFields =>
  Object.fromEntries(NAMES.map((name) => [name, proof[name]])) as unknown as ProofFields;

const DAY_MS = 86_400_000;

export const newFields = (days: number, now = Date.now()): ProofFields => ({
  title: '',
  welcome: '',
  order: 'taken',
  allows: { favorite: true, stars: false, verdict: false, comments: true, final_text: true },
  most_favorites: null,
  most_yes: null,
  shows_others: false,
  shows_names: false,
  downloads: 'none',
  archive: false,
  keep: [],
  watermark: '',
  link_preview: 'title',
  quiet_minutes: 10,
  expires_at: new Date(Math.ceil((now + days * DAY_MS) / 60_000) * 60_000).toISOString(),
});
