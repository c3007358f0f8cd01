import { type GalleryView, writeView } from '../gallery/gallery-view.ts';

/** Which pictures to go through; picks have stars. */
export const SHOWN = ['undecided', 'picks', 'rejects', 'all'] as const;
export type Shown = (typeof SHOWN)[number];

export const MODES = ['single', 'compare', 'survey'] as const;
export type Mode = (typeof MODES)[number];

export interface CullingAddress {
  /** null: the undecided ones, or all if the picture is not among them. */
  shown: Shown | null;
  mode: Mode;
  image: number | null;
}

export const isCulling = (path: string): boolean => /^\/cull\/?$/.test(path);

/** Ignores anything invalid, because people type addresses. */
export function readCulling(address: URLSearchParams): CullingAddress {
  const image = address.get('image');
  return {
    shown: SHOWN.find((name) => name === address.get('shown')) ?? null,
    mode: MODES.find((name) => name === address.get('mode')) ?? 'single',
    image: image !== null && /^\d{1,10}$/.test(image) ? Number(image) : null,
  };
}

/** The culling view of the gallery's list. */
export function cullingUrl(view: GalleryView, { shown, mode, image }: Partial<CullingAddress>): string {
  const address = new URLSearchParams(writeView(view));
  if (shown) address.set('shown', shown);
  if (mode && mode !== 'single') address.set('mode', mode);
  if (image !== undefined && image !== null) address.set('image', String(image));
  return `/cull${address.size > 0 ? `?${address}` : ''}`;
}
