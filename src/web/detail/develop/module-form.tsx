import type { ParamField } from '../../../contract/modules.ts';
import { curvesOf, valueAt } from './curve.ts';
import { type FieldProps, ListField } from './fields/list-field.tsx';
import { SingleField } from './fields/single-field.tsx';
import { ModuleCurves, type ModuleFormProps } from './module-curves.tsx';
import styles from './module-form.module.css';

/**
 * A form for a module without facts, built only from the layout of its parameters. No two fields have one name: where
 * darktable's words are the same, the name of the field follows.
 */
export function ModuleForm({ operation, fields, params, onChange, onMove }: ModuleFormProps) {
  const { used } = curvesOf(fields, params);
  const shown = fields.filter(({ name }) => !used.has(name));
  return (
    <div className={styles.form}>
      <ModuleCurves {...{ operation, fields, params, onChange, onMove }} />
      {withOwnLabels(shown).map((field) => (
        <Field key={field.name} field={field} path={field.name} {...{ params, onChange, onMove }} />
      ))}
    </div>
  );
}

function withOwnLabels(fields: readonly ParamField[]): ParamField[] {
  const isShared = ({ label, name }: ParamField) => fields.some((one) => one.label === label && one.name !== name);
  return fields.map((field) => (isShared(field) ? { ...field, label: `${field.label} (${field.name})` } : field));
}

function Field(props: FieldProps) {
  const { field, path, params, onChange, onMove } = props;
  if (field.type === 'opaque') return null;
  if (field.dimensions !== undefined && field.dimensions.length > 0) return <ListField {...props} />;
  if (field.type === 'struct') {
    return (
      <fieldset className={styles.fieldGroup}>
        <legend>{field.label}</legend>
        {field.fields?.map((part) => (
          <Field key={part.name} {...props} field={part} path={`${path}.${part.name}`} />
        ))}
      </fieldset>
    );
  }
  return (
    <SingleField
      field={field}
      label={field.label}
      value={valueAt(params, path)}
      onChange={(value) => onChange({ [path]: value })}
      onMove={(value) => onMove(value === null ? null : { [path]: value })}
    />
  );
}
