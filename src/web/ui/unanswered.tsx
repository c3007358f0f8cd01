import { Notice, Waiting } from './notice.tsx';
import { Reason } from './reason.tsx';

/** In place of a page whose data have not come: it is awaited, or why there is none. */
export function Unanswered({ title, error }: { title: string; error: Error | null }) {
  if (!error) return <Waiting />;
  return (
    <Notice title={title}>
      <p>
        <Reason error={error} />
      </p>
    </Notice>
  );
}
