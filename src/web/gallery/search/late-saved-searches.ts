import { latePanel } from '../../ui/late-part.tsx';

export const SavedSearches = latePanel(async () => (await import('./saved-searches.tsx')).SavedSearches);
