import { Suspense } from 'react';
import { latePanel } from '../../ui/late-part.tsx';
import { Waiting } from '../../ui/notice.tsx';
import type { DevelopPanelProps } from './develop-panel.tsx';

const DevelopPanel = latePanel(async () => (await import('./develop-panel.tsx')).DevelopPanel);

/** The panel, loaded when it is first opened. */
export function LateDevelopPanel(props: DevelopPanelProps) {
  return (
    <Suspense
      fallback={
        <>
          {props.histogram}
          <Waiting />
        </>
      }
    >
      <DevelopPanel {...props} />
    </Suspense>
  );
}
