import type { PanelControl } from '../../contract/panel.ts';
import type { Part } from './parts.ts';

/** The parts that are shown: without the controls that are not, and without headings and pages that would be empty. */
export function pruned(parts: readonly Part[], isThere: (control: PanelControl) => boolean): Part[] {
  return parts.flatMap((part): Part[] => {
    switch (part.kind) {
      case 'control':
        return isThere(part.control) ? [part] : [];
      case 'row': {
        const columns = part.columns.map((column) => pruned(column, isThere)).filter((column) => column.length > 0);
        return columns.length > 0 ? [{ ...part, columns }] : [];
      }
      case 'tabs': {
        const pages = part.pages
          .map((page) => ({ ...page, parts: pruned(page.parts, isThere) }))
          .filter((page) => page.parts.length > 0);
        return pages.length > 0 ? [{ ...part, pages }] : [];
      }
      default: {
        const inside = isThere(part.control) ? pruned(part.parts, isThere) : [];
        return inside.length > 0 ? [{ ...part, parts: inside }] : [];
      }
    }
  });
}
