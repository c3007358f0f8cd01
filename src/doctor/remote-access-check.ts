import type { RemoteAccess } from '../contract/remote-access.ts';
import { type Finding, ok, warn } from './finding.ts';
import { say, type Wording, wordings } from './wording.ts';

/** The ways from outside: those that lead here, and what stands in the others. `access`: null while Safelight is not running. */
export function remoteAccessCheck(access: RemoteAccess | null): Finding {
  if (access === null) return ok('Unknown while Safelight is not running.');
  const { tunnel, tailscale, domain } = access;
  const open: Wording[] = [];
  const closed: Wording[] = [];
  const problems: Wording[] = [];
  const look = (isOpen: boolean, problem: string | null, leads: Wording, fails: Wording) => {
    (isOpen ? open : closed).push(isOpen ? leads : fails);
    if (problem !== null) problems.push(...wordings(problem));
  };
  if (tunnel.state !== 'off') {
    const host = tunnel.host ?? '';
    const isOpen = tunnel.state === 'up';
    look(isOpen, tunnel.problem, say`The tunnel to ${host} is open.`, say`The tunnel to ${host} is not open.`);
  }
  if (tailscale.state !== 'off') {
    const leads = say`Your tailnet reaches Safelight at ${tailscale.url ?? ''}`;
    look(tailscale.state === 'up', tailscale.problem, leads, say`Tailscale does not lead here.`);
  }
  if (domain.state !== 'off') {
    const name = domain.name ?? '';
    const leads = say`${name} has a valid certificate.`;
    look(domain.state === 'ready', domain.problem, leads, say`${name} has no valid certificate yet.`);
  }
  const found = [...closed, ...open];
  if (found.length === 0) return ok('Nobody reaches Safelight from outside.');
  if (closed.length === 0 && problems.length === 0) return ok(found);
  return warn(found, problems.length > 0 ? problems : 'Safelight tries again by itself. Look once more in a minute.');
}
