import type { FarmState } from '../contract/farm.ts';
import { type Finding, ok, warn } from './finding.ts';
import { say } from './wording.ts';

export function farmCheck(farm: FarmState | null): Finding {
  if (farm === null) return ok('Unknown while Safelight is not running.');
  const { state, reason, workers, paused } = farm;
  const there = workers.filter((worker) => worker.state !== 'away').length;
  switch (state) {
    case 'off':
      return ok('Only this computer renders.');
    case 'connecting':
      return warn(
        say`The message broker cannot be reached: ${reason ?? 'it has not answered yet'}.`,
        'Check that nats-server is running and the network. Until then this computer renders alone.',
      );
    case 'refused':
      return warn(
        say`The message broker cannot be used: ${reason ?? 'it refused'}.`,
        'Check its address and the credentials in the settings.',
      );
    case 'connected':
      if (paused) return ok('The other machines are paused.');
      return there === 0
        ? warn('No worker is connected.', 'Start one on another machine with: safelight worker')
        : ok(say`Workers that render with this computer: ${there}.`);
  }
}
