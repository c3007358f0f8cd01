import { queryClient } from '../api/query-client.ts';
import { rightsRequestsQuery } from '../api/rights-requests.ts';
import { t } from '../i18n/words.ts';
import { navigate } from '../location.ts';
import { say } from '../ui/toasts.tsx';
import { pathNow } from '../base.ts';

/** The messages on the page, by the requests that they tell of. */
const told = new Map<string, () => void>();

/** Tells whoever may answer which devices ask for more, until they are answered. */
export async function tellRequests(): Promise<void> {
  const { items } = await queryClient.query({ ...rightsRequestsQuery, staleTime: 0 });
  for (const [id, close] of told) {
    if (items.some((request) => request.id === id)) continue;
    close();
    told.delete(id);
  }
  for (const { id, client_name: name } of items) {
    if (told.has(id) || pathNow() === '/settings/devices') continue;
    const action = { label: t('rights.answer'), onClick: () => navigate('/settings/devices') };
    told.set(id, say({ id: `rights-${id}`, title: t('rights.asks', { name }), stays: true, action }).close);
  }
}
