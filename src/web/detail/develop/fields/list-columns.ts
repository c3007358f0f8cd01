import type { ParamField } from '../../../../contract/modules.ts';

interface Column {
  suffix: string;
  label: string;
  field: ParamField;
}

/** What an element of a list consists of: itself, its own elements, or its parts. */
export function columnsOf(field: ParamField, lengths: readonly number[], suffix = '', label = ''): Column[] {
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
