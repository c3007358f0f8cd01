import type { ReactNode } from 'react';
import { AlbumPanel } from './album-panel.tsx';
import { CapturePanel } from './capture-panel.tsx';
import { CameraPanel, DatePanel, KindPanel, LabelPanel, LensPanel, RatingPanel } from './filter-panels.tsx';
import type { ChipName, GalleryView } from './gallery-view.ts';
import { FilmPanel, TagPanel } from './name-panels.tsx';

interface Props {
  view: GalleryView;
  onChange: (view: GalleryView, options?: { replace?: boolean }) => void;
}

const PANELS: Record<ChipName, (props: Props) => ReactNode> = {
  rating: RatingPanel,
  label: LabelPanel,
  film: FilmPanel,
  tag: TagPanel,
  album: AlbumPanel,
  kind: KindPanel,
  date: DatePanel,
  camera: CameraPanel,
  lens: LensPanel,
  capture: CapturePanel,
};

/** What a chip opens: the settings of its filter. */
export function FilterPanel({ name, ...props }: Props & { name: ChipName }) {
  const Panel = PANELS[name];
  return <Panel {...props} />;
}
