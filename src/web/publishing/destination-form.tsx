import { useState } from 'react';
import type { Destination, NewDestination } from '../../contract/destinations.ts';
import { deleteDestination, keepDestination } from '../api/publications.ts';
import controls from '../ui/controls.module.css';
import { Dialog } from '../ui/dialog.tsx';
import form from '../ui/form.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { ChoiceField } from './choice-field.tsx';
import { KeptForm } from './kept-form.tsx';
import { t } from './words.ts';

type Kind = Destination['kind'];

/** What each kind is asked for, in this order. */
const FIELDS = {
  folder: ['folder'],
  webdav: ['address', 'user', 'password', 'certificate'],
  sftp: ['host', 'port', 'user', 'password', 'private_key', 'passphrase', 'host_key', 'folder'],
  s3: ['address', 'bucket', 'folder', 'region', 'access_key', 'secret_key', 'certificate'],
  immich: ['address', 'key', 'certificate'],
  piwigo: ['address', 'key', 'user', 'password', 'certificate'],
} as const satisfies Record<Kind, readonly string[]>;
type Field = (typeof FIELDS)[Kind][number];

const SECRETS: ReadonlySet<Field> = new Set(['password', 'private_key', 'passphrase', 'secret_key', 'key']);
/** More than a line. */
const LONG: ReadonlySet<Field> = new Set(['private_key', 'certificate']);
/** As entered; null: what is stored is to go. */
type Values = Partial<Record<Field, string | null>>;

/** What may be left out; it is null then, not an empty text. */
const mayBeMissing = (kind: Kind, field: Field) =>
  field === 'certificate' || field === 'host_key' || (kind === 'piwigo' && field === 'user');
const FIRST: Partial<Record<Field, string>> = { port: '22', region: 'us-east-1' };

export function DestinationDialog({ edited, onClose }: { edited: Destination | 'new'; onClose: () => void }) {
  const destination = edited === 'new' ? null : edited;
  return (
    <Dialog
      open
      onClose={onClose}
      title={destination === null ? t('newDestination') : t('change', { name: destination.name })}
      startsInField
    >
      <DestinationForm destination={destination} onDone={onClose} />
    </Dialog>
  );
}

/** null: a new one. */
function DestinationForm({ destination, onDone }: { destination: Destination | null; onDone: () => void }) {
  const [name, setName] = useState(destination?.name ?? '');
  const [kind, setKind] = useState<Kind>(destination?.kind ?? 'folder');
  const [values, setValues] = useState<Values>(() => valuesOf(destination));
  return (
    <KeptForm
      name={name}
      onName={setName}
      keep={() => keepDestination(destination?.id ?? null, wantedOf(name, kind, values))}
      removal={
        destination && {
          title: t('deleteDestination', { name: destination.name }),
          remove: () => deleteDestination(destination.id),
        }
      }
      onDone={onDone}
    >
      <ChoiceField
        label={t('kind')}
        value={kind}
        options={(Object.keys(FIELDS) as Kind[]).map((value) => ({ value, words: t(`kindNames.${value}`) }))}
        onChange={(value) => setKind(value as Kind)}
      />
      {FIELDS[kind].map((field: Field) => (
        <PlaceField
          key={field}
          field={field}
          isKept={destination?.kind === kind && destination.secrets.includes(field)}
          value={values[field] === undefined ? '' : values[field]}
          onChange={(value) => setValues({ ...values, [field]: value })}
        />
      ))}
    </KeptForm>
  );
}

interface PlaceFieldProps {
  field: Field;
  /** A secret that was entered before. */
  isKept: boolean;
  /** null: what is stored is to go. */
  value: string | null;
  onChange: (value: string | null) => void;
}

function PlaceField({ field, isKept, value, onChange }: PlaceFieldProps) {
  const Input = LONG.has(field) ? 'textarea' : 'input';
  const label = t(`fields.${field}`);
  return (
    <>
      <Labelled label={label} {...(isKept && { help: t('keptSecret') })}>
        {(names) => (
          <Input
            className={controls.field}
            value={value ?? ''}
            disabled={value === null}
            autoComplete={SECRETS.has(field) ? 'new-password' : 'off'}
            {...(Input === 'input' && SECRETS.has(field) && { type: 'password' })}
            onChange={({ target }: { target: { value: string } }) => onChange(target.value)}
            {...names}
          />
        )}
      </Labelled>
      {isKept && (
        <label className={form.choice}>
          <input
            type="checkbox"
            name={`clear-${field}`}
            checked={value === null}
            onChange={({ target }) => onChange(target.checked ? null : '')}
          />
          {t('clearSecret', { field: label })}
        </label>
      )}
    </>
  );
}

function valuesOf(destination: Destination | null): Values {
  const stored = (destination ?? {}) as Partial<Record<Field, string | number | null>>;
  const known = Object.entries(stored).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return { ...FIRST, ...Object.fromEntries(known.map(([field, value]) => [field, String(value)])) };
}

/** Secrets that are left empty stay as they are. */
function wantedOf(name: string, kind: Kind, values: Values): NewDestination {
  const fields = FIELDS[kind].flatMap((field: Field): [Field, string | number | null][] => {
    const value = values[field] === undefined ? '' : values[field];
    if (value === null) return [[field, null]];
    if (value === '' && SECRETS.has(field)) return [];
    if (value === '' && mayBeMissing(kind, field)) return [[field, null]];
    return [[field, field === 'port' ? Number(value) : value]];
  });
  return { name, kind, ...Object.fromEntries(fields) } as NewDestination;
}
