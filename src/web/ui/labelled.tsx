import { type ReactNode, useId } from 'react';
import { Complaint } from './complaint.tsx';
import form from './form.module.css';
import text from './text.module.css';

/** An input with its label and error. */
export function Labelled({
  label,
  help,
  complaint = '',
  children,
}: {
  label: string;
  help?: string;
  complaint?: string;
  children: (names: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={form.labelled}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-help ${id}-complaint`, 'aria-invalid': complaint !== '' })}
      <p className={text.help} id={`${id}-help`}>
        {help}
      </p>
      <Complaint id={`${id}-complaint`} words={complaint} />
    </div>
  );
}
