import { useId, useState } from 'react';
import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { useLock } from '../../ui/lock.tsx';
import { Switch } from '../../ui/switch.tsx';
import { channelName, unlinked } from './channels.ts';
import { CurveEditor } from './curve-editor.tsx';
import { type Curve, curvesOf, valueAt } from './curve.ts';
import { typedNumber, writtenNumber } from './field-values.ts';
import { NumberField } from './number-field.tsx';

interface Props {
  operation: string;
  fields: readonly ParamField[];
  params: Record<string, unknown>;
  /** New values by path. */
  onChange: (changes: Record<string, unknown>) => void;
}

/** A form for any module, made of the layout of its parameters alone. */
export function ModuleForm({ operation, fields, params, onChange }: Props) {
  const { curves: all, used } = curvesOf(fields, params);
  const curves = unlinked(all, fields, params);
  const [channel, setChannel] = useState(0);
  const channels = [...new Set(curves.map((curve) => curve.channel))].filter((one) => one !== null);
  const shown = curves.filter(
    (curve) => curve.channel === null || curve.channel === (channels[channel] ?? channels[0]),
  );
  const labelOf = ({ channel: own, name }: Curve) => {
    if (own !== null && channels.length > 1) return t('develop.curve', { name: channelName(operation, own) });
    return curves.length > 1 ? t('develop.curve', { name }) : t('develop.curveAlone');
  };
  return (
    <div className="module-form">
      {channels.length > 1 && (
        <div className="segments" role="group" aria-label={t('develop.channel')}>
          {channels.map((one, at) => (
            <button key={one} type="button" aria-pressed={at === channel} onClick={() => setChannel(at)}>
              {channelName(operation, one)}
            </button>
          ))}
        </div>
      )}
      {shown.map((curve) => (
        <CurveEditor
          key={curve.places[0]!.y}
          curve={curve}
          label={labelOf(curve)}
          params={params}
          onChange={onChange}
        />
      ))}
      {fields
        .filter(({ name }) => !used.has(name))
        .map((field) => (
          <Field key={field.name} field={field} path={field.name} {...{ params, onChange }} />
        ))}
    </div>
  );
}

interface FieldProps extends Omit<Props, 'operation' | 'fields'> {
  field: ParamField;
  path: string;
}

function Field(props: FieldProps) {
  const { field, path, params, onChange } = props;
  if (field.type === 'opaque') return null;
  if (field.dimensions !== undefined && field.dimensions.length > 0) return <ListField {...props} />;
  if (field.type === 'struct') {
    return (
      <fieldset className="field-group">
        <legend>{field.label}</legend>
        {field.fields?.map((part) => (
          <Field key={part.name} {...props} field={part} path={`${path}.${part.name}`} />
        ))}
      </fieldset>
    );
  }
  return (
    <Single
      field={field}
      label={field.label}
      value={valueAt(params, path)}
      onChange={(value) => onChange({ [path]: value })}
    />
  );
}

interface SingleProps {
  field: ParamField;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Single({ field, label, value, onChange }: SingleProps) {
  const id = useId();
  const { isLocked, lockedBy } = useLock();
  switch (field.type) {
    case 'boolean':
      return (
        <label className="switch-field">
          <span>{label}</span>
          <Switch
            checked={value === true}
            {...lockedBy}
            onChange={(on) => {
              if (!isLocked) onChange(on);
            }}
          />
        </label>
      );
    case 'enum':
      return (
        <div className="choice-field">
          <label htmlFor={id}>{label}</label>
          <select
            id={id}
            className="field"
            {...lockedBy}
            value={String(value)}
            onChange={({ target }) => {
              if (!isLocked) onChange(target.value);
            }}
          >
            {/* A newer darktable may have chosen what this layout does not know. */}
            {field.values?.every(({ name }) => name !== value) && (
              <option value={String(value)}>{String(value)}</option>
            )}
            {field.values?.map(({ name, label: words }) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </div>
      );
    case 'text':
      return <TextField {...{ field, label, onChange }} value={typeof value === 'string' ? value : ''} />;
    default:
      return (
        <NumberField field={field} label={label} value={typeof value === 'number' ? value : null} onChange={onChange} />
      );
  }
}

function TextField({ field, label, value, onChange }: SingleProps & { value: string }) {
  const { isLocked, lockedBy } = useLock();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const store = () => {
    if (draft !== null && draft !== value) onChange(draft);
    setDraft(null);
  };
  return (
    <div className="choice-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        value={draft ?? value}
        readOnly={isLocked}
        {...lockedBy}
        maxLength={field.max_bytes}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={store}
        onKeyDown={({ key }) => {
          if (key === 'Enter') store();
        }}
      />
    </div>
  );
}

const FEW = 4;
const MOST_ROWS = 12;

/** Lists: a few numbers as fields of their own, longer ones as a table that can be opened further. */
function ListField(props: FieldProps) {
  const { field, path, params, onChange } = props;
  const [all, setAll] = useState(false);
  const { dimensions: [length = 0, ...inner] = [], ...element } = field;
  const isPlain = inner.length === 0 && field.type !== 'struct';
  if (isPlain && length <= FEW) {
    return (
      <fieldset className="field-group">
        <legend>{field.label}</legend>
        {Array.from({ length }, (_, at) => (
          <Single
            key={at}
            field={element as ParamField}
            label={`${field.label} ${at + 1}`}
            value={valueAt(params, `${path}[${at}]`)}
            onChange={(value) => onChange({ [`${path}[${at}]`]: value })}
          />
        ))}
      </fieldset>
    );
  }
  const columns = columnsOf(element, inner);
  const rows = all ? length : Math.min(length, MOST_ROWS);
  return (
    <details className="field-table">
      <summary>{t('develop.table', { name: field.label })}</summary>
      {field.type === 'struct' && <p className="develop-note">{t('develop.shapes')}</p>}
      <div className="field-table-room">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('develop.row')}</th>
              {columns.map(({ suffix, label }) => (
                <th key={suffix} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                <th scope="row">{row + 1}</th>
                {columns.map(({ suffix, label, field: column }) => {
                  const cell = `${path}[${row}]${suffix}`;
                  return (
                    <td key={suffix}>
                      <Cell
                        field={column}
                        label={`${field.label} ${row + 1} ${label}`}
                        value={valueAt(params, cell)}
                        onChange={(value) => onChange({ [cell]: value })}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows < length && (
        <button type="button" className="button button-quiet" onClick={() => setAll(true)}>
          {t('develop.more', { count: length - rows })}
        </button>
      )}
    </details>
  );
}

interface Column {
  suffix: string;
  label: string;
  field: ParamField;
}

/** What one element of a list is made of: itself, its own elements, or its parts. */
function columnsOf(field: ParamField, lengths: readonly number[], suffix = '', label = ''): Column[] {
  const [length, ...inner] = lengths;
  if (length !== undefined) {
    return Array.from({ length }, (_, at) =>
      columnsOf(field, inner, `${suffix}[${at}]`, `${label} ${at + 1}`.trim()),
    ).flat();
  }
  if (field.type !== 'struct') return field.type === 'opaque' ? [] : [{ suffix, label: label || field.label, field }];
  return (field.fields ?? []).flatMap((part) => {
    const { dimensions = [], ...element } = part;
    return columnsOf(element, dimensions, `${suffix}.${part.name}`, `${label} ${part.label}`.trim());
  });
}

function Cell({ field, label, value, onChange }: SingleProps) {
  const { isLocked, lockedBy } = useLock();
  const [draft, setDraft] = useState<string | null>(null);
  const store = () => {
    setDraft(null);
    if (draft === null || draft.trim() === '') return;
    const next = field.type === 'enum' || field.type === 'text' ? draft : typedNumber(draft);
    if (next !== value && next !== null) onChange(next);
  };
  if (field.type === 'boolean') {
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value === true}
        {...lockedBy}
        onChange={({ target }) => {
          if (!isLocked) onChange(target.checked);
        }}
      />
    );
  }
  const shown = typeof value === 'number' ? writtenNumber(value) : typeof value === 'string' ? value : '';
  return (
    <input
      className="field"
      aria-label={label}
      inputMode={typeof value === 'number' ? 'decimal' : undefined}
      readOnly={isLocked}
      {...lockedBy}
      value={draft ?? shown}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={store}
      onKeyDown={({ key }) => {
        if (key === 'Enter') store();
      }}
    />
  );
}
