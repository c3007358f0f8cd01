import { useMutation } from '@tanstack/react-query';
import type { Rendering } from '../../contract/rendering.ts';
import { actOnBridge, bridgeQuery, changeSettings, settingsQuery } from '../api/admin.ts';
import { noteRefusal, queryClient } from '../api/query-client.ts';
import { addWords } from '../i18n/words.ts';
import { mend as texts } from '../locales/en/mend.ts';
import { linkTo } from '../location.ts';
import { button } from '../ui/button.ts';
import { Reason } from '../ui/reason.tsx';
import { say } from '../ui/toasts.tsx';
import { mendOf } from './mends.ts';

const t = addWords('mend', texts);

/** The button that has somebody render. */
export function MendButton({ rendering, isPrimary }: { rendering: Rendering; isPrimary: boolean }) {
  const mend = mendOf(rendering);
  const act = useMutation({
    mutationFn: async () => {
      if (mend && 'act' in mend) say({ title: (await actOnBridge(mend.act)).message });
      if (mend && 'settings' in mend)
        queryClient.setQueryData(settingsQuery.queryKey, await changeSettings(mend.settings));
    },
    networkMode: 'always',
    onError: (error) => {
      noteRefusal(error);
      say({ title: t('failed'), description: <Reason error={error} />, isFailure: true });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: bridgeQuery.queryKey }),
  });
  if (!mend) return null;
  const words = t(mend.label);
  const looks = button(isPrimary && 'primary');
  if (!('href' in mend))
    return (
      <button type="button" className={looks} disabled={act.isPending} onClick={() => act.mutate()}>
        {words}
      </button>
    );
  return mend.href.startsWith('/') ? (
    <a className={looks} {...linkTo(mend.href)}>
      {words}
    </a>
  ) : (
    <a className={looks} href={mend.href} rel="noreferrer" target="_blank">
      {words}
    </a>
  );
}
