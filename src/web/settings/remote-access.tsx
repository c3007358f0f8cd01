import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RemoteAccess as Answer } from '../../contract/remote-access.ts';
import { get } from '../api/request.ts';
import { addWords, dateTime } from '../i18n/words.ts';
import { remoteAccess } from '../locales/en/remote-access.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import { NotYet, Said } from './parts.tsx';

const t = addWords('remoteAccess', remoteAccess);

/** A tunnel may be cut, or come back. */
const LOOK_MS = 10_000;
const remoteAccessQuery = queryOptions({
  queryKey: ['admin', 'remote-access'],
  refetchInterval: LOOK_MS,
  queryFn: ({ signal }) => get<Answer>('/api/v1/admin/remote-access', signal),
});

/** The ways by which devices reach this computer from outside its network. */
export function RemoteAccess() {
  const query = useQuery(remoteAccessQuery);
  const answer = query.data;
  return (
    <section className={card.card} aria-labelledby="remote-access-title">
      <h2 id="remote-access-title">{t('title')}</h2>
      <NotYet query={query} />
      {answer?.tunnel.state === 'off' && answer.domain.state === 'off' && answer.tailscale.state === 'off' && (
        <p className={text.muted}>{t('none')}</p>
      )}
      {answer && answer.domain.state !== 'off' && (
        <Way
          words={t(`domain.${answer.domain.state}`, {
            name: answer.domain.name ?? '',
            day: answer.domain.expires === null ? '' : dateTime(answer.domain.expires),
          })}
          problem={answer.domain.problem}
        />
      )}
      {answer && answer.tailscale.state !== 'off' && (
        <Way
          words={t(`tailscale.${answer.tailscale.state}`, { url: answer.tailscale.url ?? '' })}
          problem={answer.tailscale.problem}
        />
      )}
      {answer && answer.tunnel.state !== 'off' && (
        <Way
          words={t(`tunnel.${answer.tunnel.state}`, { host: answer.tunnel.host ?? '' })}
          problem={answer.tunnel.problem}
        />
      )}
    </section>
  );
}

/** What is with one of the ways, and what stands in it. */
function Way({ words, problem }: { words: string; problem: string | null }) {
  return (
    <div>
      <p>{words}</p>
      {problem !== null && (
        <p role="alert" className={text.muted}>
          <Said>{problem}</Said>
        </p>
      )}
    </div>
  );
}
