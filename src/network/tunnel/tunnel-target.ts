/** Where a tunnel ends. */
export interface TunnelTarget {
  /** As for ssh: `user@host`, or the host alone. */
  destination: string;
  host: string;
  /** null: the one that ssh uses. */
  user: string | null;
  sshPort: number;
  /** On the host, for that computer alone: its web server passes on to it. */
  port: number;
  /** null: the keys that ssh finds by itself. */
  keyFile: string | null;
}

/** From the settings; `host` is one that they accept: `user@host:port`, the first and the last may be missing. */
export function tunnelTarget({
  tunnelHost,
  tunnelPort,
  tunnelKey,
}: {
  tunnelHost: string;
  tunnelPort: number;
  tunnelKey: string | null;
}): TunnelTarget {
  const [, user = null, bracketed, plain, sshPort = '22'] =
    /^(?:(.+)@)?(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(tunnelHost) ?? [];
  const host = bracketed ?? plain ?? tunnelHost;
  return {
    destination: user === null ? host : `${user}@${host}`,
    host,
    user,
    sshPort: Number(sshPort),
    port: tunnelPort,
    keyFile: tunnelKey,
  };
}

/** What somebody types to sign in there by hand. */
export const sshByHand = ({ destination, sshPort }: TunnelTarget): string =>
  `ssh ${sshPort === 22 ? '' : `-p ${sshPort} `}${destination}`;
