import { lazy, Suspense } from 'react';
import type { PanelPart } from './organise-panel.tsx';

const OrganisePanel = lazy(async () => ({ default: (await import('./organise-panel.tsx')).OrganisePanel }));

/** The panel, loaded when it is first opened. */
export function LatePanel(props: { ids: readonly number[]; part?: PanelPart }) {
  return (
    <Suspense fallback={null}>
      <OrganisePanel {...props} />
    </Suspense>
  );
}
