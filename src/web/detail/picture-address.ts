import { type GalleryView, writeView } from '../gallery/gallery-view.ts';

export const PANELS = ['info', 'organise', 'develop'] as const;
export type Panel = (typeof PANELS)[number];

/** The panel next to the picture, as in the address: `panel=develop`, `panel=none`; the default is information. */
export function readPanel(address: URLSearchParams): Panel | null {
  const name = address.get('panel');
  return name === 'none' ? null : (PANELS.find((panel) => panel === name) ?? 'info');
}

/** The address of an image in a list, with its panel. */
export function imageUrl(id: number, view: GalleryView, panel: Panel | null): string {
  const address = new URLSearchParams(writeView(view));
  if (panel !== 'info') address.set('panel', panel ?? 'none');
  return `/images/${id}${address.size > 0 ? `?${address}` : ''}`;
}
