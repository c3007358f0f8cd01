import fc from 'fast-check';
import { describeSettings } from '../../../src/contract/setting-descriptions.ts';
import { SETTING_NAMES } from '../../../src/contract/settings.ts';
import type { KnownThings } from './known-things.ts';
import { nonsenseText, nonsenseValue } from './nonsense.ts';
import { damaged, fitting, type Schema } from './schema-values.ts';
import { encoded, seldom } from './values.ts';

/** A module whose fields a body may name. */
export type Module = KnownThings['modules'][0]['module'];
export interface DescribedBody {
  content: Record<string, { schema: Schema }>;
}

/**
 * They change which images there are, their groups and whole histories; afterwards the library could not be compared. So they are asked about images that do not
 * exist.
 */
export const RESHAPING =
  /^post .*\/images\/((\{id\}\/)?duplicate|group|remove)$|^(patch|post|delete) .*\/history|^(put|delete) .*\/modules\/\{op\}$|^post .*\/modules\/\{op\}\/(instances|preset|mask|move)$|^(post|patch|delete) .*\/styles/;
export const NO_IMAGE = 999_999;
/** For each way in which a body names images. */
const OF_NO_IMAGE = { ids: [NO_IMAGE], leader: NO_IMAGE, from: NO_IMAGE, to: [NO_IMAGE] };
/** Only where the body names images: a field that it does not have would be refused before anything else. */
const ofNoImage = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? { ...body, ...Object.fromEntries(Object.entries(OF_NO_IMAGE).filter(([name]) => name in body)) }
    : body;

type Body = (module: Module) => { headers: [name: string, value: string][]; body: Buffer | null };
const NO_BODY: Body = () => ({ headers: [], body: null });

/** The body of a request for an operation such as `post /api/v1/images`; most are nearly right. */
export function bodyFor(
  known: KnownThings,
  operation: string,
  described: DescribedBody | undefined,
  schemas: Record<string, Schema>,
): fc.Arbitrary<Body> {
  const [, path = ''] = operation.split(' ');
  const type = (value: string, body: string | Buffer) => ({
    headers: [['Content-Type', value] as [string, string]],
    body: Buffer.from(body),
  });
  const garbage = fc.oneof(
    nonsenseText,
    nonsenseValue.map((value) => JSON.stringify(value)),
    fc.constantFrom('{', '{"a":', '[1,', '{"a":1}{', '\ufeff{}', `{"a":"${'x'.repeat(1_100_000)}"}`),
  );
  const strange = fc
    .tuple(
      fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'text/plain',
        'x',
        'application/vnd.a+json',
      ),
      garbage,
    )
    .map(
      ([kind, text]): Body =>
        () =>
          type(kind, text),
    );
  if (!described) return fc.oneof({ weight: 12, arbitrary: fc.constant(NO_BODY) }, { weight: 1, arbitrary: strange });

  const schema = Object.values(described.content)[0]!.schema;
  const right = path.endsWith('/settings')
    ? settingsPatch(known)
    : path.startsWith('/oauth/') || path === '/session'
      ? credentials(known)
      : RESHAPING.test(operation)
        ? fitting(schema, schemas).map((body) => ofNoImage(body))
        : fitting(schema, schemas);
  const kinds = Object.keys(described.content);
  const sent =
    (value: unknown, kind: string): Body =>
    () =>
      type(kind, kind.includes('form') ? form(value) : JSON.stringify(value));
  // The fields differ from module to module.
  const edit = fc
    .tuple(fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }), fc.option(fc.boolean()))
    .map(([numbers, enabled]): Body => ({ fields }) => {
      const chosen = Object.entries(fields).filter((_field, place) => numbers[place % 40]! < 300);
      const params = chosen.map(([name, values], place) => [name, values[numbers[place % 40]! % values.length]]);
      const patch = { params: Object.fromEntries(params) as object, ...(enabled !== null && { enabled }) };
      return type('application/json', JSON.stringify(patch));
    });
  const whole = fc.oneof(
    ...(path.endsWith('/{op}') ? [edit] : []),
    fc.tuple(right, fc.constantFrom(...kinds)).map(([value, kind]) => sent(value, kind)),
  );
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    {
      weight: 2,
      arbitrary: fc
        .tuple(path.endsWith('/settings') ? right : damaged(right), fc.constantFrom(...kinds))
        .map(([value, kind]) => sent(value, kind)),
    },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: fc.constant(NO_BODY) },
  );
}

/** The client that asks for a token: usually a registered one. */
const credentials = ({ clients, tokens }: KnownThings) =>
  fc
    .tuple(
      fc.constantFrom(...clients),
      fc.constantFrom('client_credentials', 'client_credentials', 'password', ''),
      fc.constantFrom('', 'images:read', 'images:read x', 'admin'),
      seldom(3, nonsenseText, null),
    )
    .map(([client, grant_type, scope, secret]) => ({
      ...client,
      ...(secret !== null && { client_secret: secret }),
      grant_type,
      scope,
      token: tokens.none.slice(1),
    }));

/**
 * Settings that would end the run, since the server would move or open another library, or that make it call other computers: only values that
 * are refused.
 */
const STAYING = new Set<string>([
  'port',
  'host',
  'lan',
  'library',
  'tokenLifetimeSeconds',
  'tunnelHost',
  'domain',
  'tailscale',
]);
const REFUSED = [-1, 65_536, 1.5, '', 'not one', [], {}, [null]];

function settingsPatch({ folder }: KnownThings): fc.Arbitrary<Record<string, unknown>> {
  const inFolder = fc.constantFrom(
    null,
    ...['a', 'b/c', 'a/../d', 'ß'].map((name) => `${folder}/elsewhere/${name}`),
    'relative',
    `${folder}/data`,
  );
  const values = describeSettings().map(({ name, schema, kind }) => {
    const right = STAYING.has(name) ? fc.constantFrom(...REFUSED) : kind ? inFolder : fitting(schema, {});
    // A text might be a path on this computer.
    const wrong = STAYING.has(name) || kind ? fc.constantFrom(...REFUSED) : nonsenseValue;
    return [name, fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: wrong })] as const;
  });
  const unknown = fc.tuple(nonsenseText, nonsenseValue).filter(([name]) => !(SETTING_NAMES as string[]).includes(name));
  return fc
    .tuple(fc.record(Object.fromEntries(values), { requiredKeys: [] }), seldom(6, unknown, null), fc.nat(20))
    .map(([patch, more, start]) =>
      Object.fromEntries([...Object.entries(patch).slice(start, start + 2), ...(more ? [more] : [])]),
    );
}

function form(value: unknown): string {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [['a', value]];
  return pairs
    .map(([name, one]) => `${encoded(name)}=${encoded(typeof one === 'object' ? JSON.stringify(one) : one)}`)
    .join('&');
}
