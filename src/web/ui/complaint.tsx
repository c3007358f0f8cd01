import { CircleAlert } from 'lucide-react';
import text from './text.module.css';

/** What is wrong with a field; empty: nothing is. Always there, so that a screen reader tells when it comes. */
export const Complaint = ({ id, words }: { id: string; words: string }) => (
  <p className={text.complaint} id={id} role="alert">
    {words !== '' && (
      <>
        <CircleAlert size={15} aria-hidden />
        {words}
      </>
    )}
  </p>
);
