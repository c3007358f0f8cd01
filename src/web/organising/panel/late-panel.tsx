import { Suspense } from 'react';
import { latePanel } from '../../ui/late-part.tsx';
import type { PanelPart } from './organise-panel.tsx';

const OrganisePanel = latePanel(async () => (await import('./organise-panel.tsx')).OrganisePanel);

/** The panel, loaded when it is first opened. */
export function LatePanel(props: { ids: readonly number[]; part?: PanelPart }) {
  return (
    <Suspense fallback={null}>
      <OrganisePanel {...props} />
    </Suspense>
  );
}
