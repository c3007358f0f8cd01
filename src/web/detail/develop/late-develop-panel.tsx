import { type ComponentProps, lazy, Suspense } from 'react';
import { Waiting } from '../../ui/notice.tsx';

const DevelopPanel = lazy(async () => ({ default: (await import('./develop-panel.tsx')).DevelopPanel }));

/** The panel, loaded when it is first opened. */
export function LateDevelopPanel(props: ComponentProps<typeof DevelopPanel>) {
  return (
    <Suspense fallback={<Waiting />}>
      <DevelopPanel {...props} />
    </Suspense>
  );
}
