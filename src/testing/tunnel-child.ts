/** Keeps a tunnel open until it is killed. Its argument: what it is told, as JSON. Says `up` when it is. */
import { createServer, type AddressInfo } from 'node:net';
import { Tunnel, type TunnelOptions } from '../network/tunnel/tunnel.ts';
import { createServer as createHttpServer } from 'node:http';
import { silentLog } from '../platform/log.ts';

const options = JSON.parse(process.argv[2]!) as Pick<TunnelOptions, 'target' | 'note' | 'ssh'>;
const tunnel = new Tunnel({
  ...options,
  publicAddress: () => null,
  log: silentLog(),
  async openDoor({ answer }) {
    const door = createHttpServer((_req, res) => res.end(answer));
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    return { port: (door.address() as AddressInfo).port, close: () => door.close() };
  },
});
// Keeps the process awake.
createServer().listen(0, '127.0.0.1');
const looking = setInterval(() => {
  if (tunnel.status().state !== 'up') return;
  clearInterval(looking);
  process.stdout.write('up\n');
}, 50);
