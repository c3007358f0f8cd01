import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { change } from './shared.ts';
import { PlaceFields } from './place-fields.tsx';
import { TextField } from './text-field.tsx';

/** In the order in which photographers write them. */
const FIELDS = ['title', 'description', 'creator', 'publisher', 'rights', 'notes'] as const;
const LONG: ReadonlySet<string> = new Set(['description', 'notes']);

interface Props {
  ids: readonly number[];
  shared: ImagesSummary;
  disabled: boolean;
}

/** The texts and the place of the pictures. Leaving a field saves it. */
export function TextsPart({ ids, shared, disabled }: Props) {
  return (
    <>
      {FIELDS.map((name) => (
        <TextField
          key={name}
          name={name}
          shared={shared[name]}
          isLong={LONG.has(name)}
          disabled={disabled}
          onSave={(value) => change(ids, { [name]: value })}
        />
      ))}
      <PlaceFields shared={shared} disabled={disabled} onSave={(place) => change(ids, place)} />
    </>
  );
}
