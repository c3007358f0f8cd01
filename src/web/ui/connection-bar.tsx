import { useSyncExternalStore } from 'react';
import { isConnectionLost, onConnectionChange } from '../api/connection.ts';
import { UnpluggedIcon } from './icons.tsx';

export const useConnectionLost = () => useSyncExternalStore(onConnectionChange, isConnectionLost);

/** Stays in the page so that a screen reader hears it come and go. */
export function ConnectionBar() {
  const lost = useConnectionLost();
  return (
    <div role="status">
      {lost && (
        <div className="bar bar-danger">
          <UnpluggedIcon />
          <p>Safelight is not answering. Is it still running? This page goes on by itself as soon as it is back.</p>
        </div>
      )}
    </div>
  );
}
