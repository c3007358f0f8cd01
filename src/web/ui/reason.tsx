import { reasonParts } from '../api/reason.ts';

/** Why something failed: the sentence and, below it, the service's detail. */
export function Reason({ error }: { error: unknown }) {
  const { sentence, detail } = reasonParts(error);
  return (
    <>
      {sentence}
      {sentence !== null && detail !== '' && <br />}
      {detail !== '' && <span lang="en">{detail}</span>}
    </>
  );
}
