import { useState } from 'react';
import type { ParamField } from '../../../../contract/modules.ts';
import { t } from '../../../i18n/words.ts';
import { button } from '../../../ui/button.ts';
import { valueAt } from '../curve.ts';
import type { ModuleFormProps } from '../module-curves.tsx';
import { ListCell } from './list-cell.tsx';
import { columnsOf } from './list-columns.ts';
import { SingleField } from './single-field.tsx';
import developPanel from '../develop-panel.module.css';
import styles from '../module-form.module.css';

export interface FieldProps extends Omit<ModuleFormProps, 'operation' | 'fields'> {
  field: ParamField;
  path: string;
}

const FEW = 4;
const MOST_ROWS = 12;

/** Lists: a few numbers get a field each, longer lists a table that opens level by level. */
export function ListField(props: FieldProps) {
  const { field, path, params, onChange, onMove } = props;
  const [all, setAll] = useState(false);
  const { dimensions: [length = 0, ...inner] = [], ...element } = field;
  const isPlain = inner.length === 0 && field.type !== 'struct';
  if (isPlain && length <= FEW) {
    return (
      <fieldset className={styles.fieldGroup}>
        <legend>{field.label}</legend>
        {Array.from({ length }, (_, at) => (
          <SingleField
            key={at}
            field={element as ParamField}
            label={`${field.label} ${at + 1}`}
            value={valueAt(params, `${path}[${at}]`)}
            onChange={(value) => onChange({ [`${path}[${at}]`]: value })}
            onMove={(value) => onMove(value === null ? null : { [`${path}[${at}]`]: value })}
          />
        ))}
      </fieldset>
    );
  }
  const columns = columnsOf(element, inner);
  const rows = all ? length : Math.min(length, MOST_ROWS);
  return (
    <details className={styles.fieldTable}>
      <summary>{t('develop.table', { name: field.label })}</summary>
      {field.type === 'struct' && <p className={developPanel.note}>{t('develop.shapes')}</p>}
      <div className={styles.fieldTableRoom}>
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
                      <ListCell
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
        <button type="button" className={button('quiet')} onClick={() => setAll(true)}>
          {t('develop.more', { count: length - rows })}
        </button>
      )}
    </details>
  );
}
