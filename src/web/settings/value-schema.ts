import { readWhole } from '../../contract/read-number.ts';

/** The parts of a JSON Schema that decide which control a form shows. */
export type Control =
  | { is: 'switch' }
  | { is: 'choice'; options: string[] }
  | { is: 'several'; options: (string | number)[] }
  | { is: 'list' }
  | { is: 'number'; from: number | undefined; to: number | undefined }
  | { is: 'text'; nullable: boolean; longest: number | undefined };

type Schema = Record<string, unknown>;

const isOptions = (value: unknown): value is (string | number)[] => Array.isArray(value);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/**
 * The control for a value with this schema. Unknown schemas get a text field, and the service reports what is wrong.
 */
export function controlOf(schema: Schema): Control {
  if (Array.isArray(schema.anyOf)) {
    const kinds = schema.anyOf as Schema[];
    const some = kinds.filter(({ type }) => type !== 'null');
    const control = controlOf(some[0] ?? {});
    return control.is === 'text' ? { ...control, nullable: some.length < kinds.length } : control;
  }
  switch (schema.type) {
    case 'boolean':
      return { is: 'switch' };
    case 'integer':
    case 'number':
      return { is: 'number', from: numberOf(schema.minimum), to: numberOf(schema.maximum) };
    case 'array': {
      const options = (schema.items as Schema | undefined)?.enum;
      return isOptions(options) ? { is: 'several', options } : { is: 'list' };
    }
    default:
      if (isOptions(schema.enum)) return { is: 'choice', options: schema.enum.map(String) };
      return { is: 'text', nullable: false, longest: numberOf(schema.maxLength) };
  }
}

/** A value as text for typing. */
export function toText(control: Control, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (control.is === 'list') return (value as unknown[]).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The typed text as a value. An invalid number stays text, which the service refuses with its own message. */
export function fromText(control: Control, text: string): unknown {
  const trimmed = text.trim();
  switch (control.is) {
    case 'number':
      return readWhole(trimmed) ?? (trimmed === '' || Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed));
    case 'list':
      return text
        .split(/[\n,]/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
    case 'text':
      return control.nullable && trimmed === '' ? null : trimmed;
    default:
      return text;
  }
}
