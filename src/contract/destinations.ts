import { z } from 'zod';

/** More than anybody publishes to. */
export const MOST_DESTINATIONS = 50;

const name = z.string().trim().min(1, 'a name').max(100, 'at most 100 characters');
const text = z.string().trim().min(1).max(1000);
/** Left out: stays as it is. null: there is none any more. */
const secret = z.string().min(1).max(20_000).nullable().optional().describe('Never in an answer; left out, it stays');
const address = z
  .url({ protocol: /^https?$/, error: 'an address that begins with https:// or http://' })
  .max(1000)
  .refine((url) => {
    const { username, password } = URL.parse(url) ?? {};
    return username === '' && password === '';
  }, 'without a name and a password in it');
const certificate = z
  .string()
  .max(100_000)
  .regex(/^\s*(-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*|([0-9a-fA-F]{2}:?){32}\s*)$/, {
    error: 'a certificate as PEM, or its SHA-256 fingerprint',
  })
  .nullable()
  .default(null)
  .describe('A certificate of your own: as PEM, or its SHA-256 fingerprint; null: those that everybody trusts');

/** What each kind of place needs to be reached. */
const KINDS = {
  folder: z.strictObject({ name, kind: z.literal('folder'), folder: text.describe('Outside film rolls') }),
  webdav: z.strictObject({
    name,
    kind: z.literal('webdav'),
    address: address.describe('Of the folder. Nextcloud: `https://…/remote.php/dav/files/USER/FOLDER`'),
    user: text,
    certificate,
  }),
  sftp: z.strictObject({
    name,
    kind: z.literal('sftp'),
    host: text,
    port: z.int().min(1).max(65_535).default(22),
    user: text,
    folder: z.string().max(1000).default('').describe('Absolute, or below the home of the user'),
    host_key: z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'as ssh shows it: SHA256:…')
      .nullable()
      .default(null)
      .describe('The fingerprint of the server’s key; null: a test tells it'),
  }),
  s3: z.strictObject({
    name,
    kind: z.literal('s3'),
    address: address.describe('Of the server, without the bucket'),
    region: text.default('us-east-1'),
    bucket: text,
    folder: z.string().max(500).default('').describe('The folder in the bucket'),
    access_key: text,
    certificate,
  }),
  immich: z.strictObject({
    name,
    kind: z.literal('immich'),
    address: address.describe('Of its page'),
    certificate,
  }),
  piwigo: z.strictObject({
    name,
    kind: z.literal('piwigo'),
    address: address.describe('Of the gallery'),
    user: text.nullable().default(null).describe('Before 16.1, with a password; null: an API key'),
    certificate,
  }),
} as const;

/** What only goes in, by kind. */
export const DESTINATION_SECRETS = {
  folder: [],
  webdav: ['password'],
  sftp: ['password', 'private_key', 'passphrase'],
  s3: ['secret_key'],
  immich: ['key'],
  piwigo: ['key', 'password'],
} as const satisfies Record<keyof typeof KINDS, readonly string[]>;

/** The fields that say which place it is: another place gets no secrets that were entered for the former. */
export const DESTINATION_PLACES = {
  folder: ['folder'],
  webdav: ['address', 'user'],
  sftp: ['host', 'port', 'user', 'folder'],
  s3: ['address', 'bucket', 'folder', 'access_key'],
  immich: ['address'],
  piwigo: ['address', 'user'],
} as const satisfies Record<keyof typeof KINDS, readonly string[]>;

const id = z.int().min(1);
const kept = z.string().nullable();
const secrets = z.array(z.string()).describe('Those that have been entered');

export const NewDestination = z
  .discriminatedUnion('kind', [
    KINDS.folder,
    KINDS.webdav.extend({ password: secret }),
    KINDS.sftp.extend({ password: secret, private_key: secret, passphrase: secret }),
    KINDS.s3.extend({ secret_key: secret }),
    KINDS.immich.extend({ key: secret }),
    KINDS.piwigo.extend({ key: secret, password: secret }),
  ])
  .meta({ id: 'NewDestination' });
export type NewDestination = z.infer<typeof NewDestination>;

export const Destination = z
  .discriminatedUnion('kind', [
    KINDS.folder.extend({ id, secrets }),
    KINDS.webdav.extend({ id, secrets }),
    KINDS.sftp.extend({ id, secrets }),
    KINDS.s3.extend({ id, secrets }),
    KINDS.immich.extend({ id, secrets }),
    KINDS.piwigo.extend({ id, secrets }),
  ])
  .meta({ id: 'Destination' });
export type Destination = z.infer<typeof Destination>;

/** As it is kept. `marker`: which place it was the last time; null: never tried. */
export const StoredDestination = z.discriminatedUnion('kind', [
  KINDS.folder.extend({ id, marker: kept }),
  KINDS.webdav.extend({ id, marker: kept, password: kept }),
  KINDS.sftp.extend({ id, marker: kept, password: kept, private_key: kept, passphrase: kept }),
  KINDS.s3.extend({ id, marker: kept, secret_key: kept }),
  KINDS.immich.extend({ id, marker: kept, key: kept }),
  KINDS.piwigo.extend({ id, marker: kept, key: kept, password: kept }),
]);
export type StoredDestination = z.infer<typeof StoredDestination>;

export const DestinationList = z.object({ items: z.array(Destination) }).meta({ id: 'DestinationList' });
export const DestinationTest = z
  .object({
    works: z.boolean(),
    problems: z.array(z.string()).describe('What lacks, each in a sentence'),
  })
  .meta({ id: 'DestinationTest' });
export type DestinationTest = z.infer<typeof DestinationTest>;
