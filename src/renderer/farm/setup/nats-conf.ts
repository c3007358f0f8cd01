/** The farm as `nats.conf` tells it to the broker. Only public halves of keys are in it. */
export interface FarmPlan {
  /** What other machines call the broker: a host name or an IP address. `127.0.0.1`: only this computer has to do with it. */
  address: string;
  port: number;
  /** How much of the disk the broker may use. */
  storeGigabytes: number;
  /** The public nkey of the Safelight that hands out. */
  coordinator: string;
  workers: readonly { name: string; key: string }[];
}

export const FILES = {
  conf: 'nats.conf',
  certificate: 'certificate.pem',
  key: 'certificate.key',
  store: 'store',
  pid: 'nats-server.pid',
} as const;

/** The two consumers of the stream JOBS: what somebody looks at goes before bulk. */
const CONSUMERS = ['fast', 'bulk'] as const;

/**
 * What crosses from the workers' account into the coordinator's. A worker may publish to the subjects with its own name in the place of
 * the star.
 *
 * [Note: Two accounts] In one account, permissions would not be enough: the server itself sends its answers to whatever reply subject a
 * worker names, and `$JS.API.STREAM.DELETE.JOBS` would be one. In an account of their own, that subject means nothing.
 */
const CROSSINGS: readonly { subject: (worker: string) => string; severalAnswers?: true }[] = [
  ...CONSUMERS.flatMap((consumer) => [
    { subject: () => `$JS.API.CONSUMER.MSG.NEXT.JOBS.${consumer}`, severalAnswers: true as const },
    { subject: () => `$JS.ACK.JOBS.${consumer}.>` },
  ]),
  { subject: () => '$JS.API.DIRECT.GET.SRC' },
  { subject: (worker) => `res.${worker}.*` },
  { subject: (worker) => `results.${worker}.*` },
  { subject: (worker) => `farm.hb.${worker}` },
];

/** A broker that listens in the network answers to nobody without a key and a certificate that we made. */
export function natsConf({ address, port, storeGigabytes, coordinator, workers }: FarmPlan): string {
  const exported = CROSSINGS.map(
    ({ subject, severalAnswers }) =>
      `      { service: "${subject('*')}", accounts: [WORKERS]${severalAnswers ? ', response_type: stream' : ''} }`,
  );
  const imported = CROSSINGS.map(({ subject }) => `      { service: { account: FARM, subject: "${subject('*')}" } }`);
  return `# Made by "safelight farm"; it is written anew with every worker, so changes here are lost.
# Start it in this folder: nats-server -c ${FILES.conf}
server_name: safelight-farm
host: "${isLoopback(address) ? '127.0.0.1' : '0.0.0.0'}"
port: ${port}
pid_file: "${FILES.pid}"
tls {
  cert_file: "${FILES.certificate}"
  key_file: "${FILES.key}"
  timeout: 10
}
jetstream {
  store_dir: "${FILES.store}"
  max_memory_store: 64MB
  max_file_store: ${storeGigabytes}GB
  # After a power failure at most these seconds are done again.
  sync_interval: "5s"
}
accounts {
  FARM {
    jetstream { max_file: ${storeGigabytes}GB, max_mem: 64MB, max_streams: 8, max_bytes_required: true }
    users: [ { nkey: ${coordinator} } ]
    exports: [
${exported.join('\n')}
    ]
  }
  WORKERS {
    imports: [
${imported.join('\n')}
    ]
    users: [
${workers.map(worker).join('\n')}
    ]
  }
}
`;
}

function worker({ name, key }: { name: string; key: string }): string {
  const subjects = CROSSINGS.map(({ subject }) => `"${subject(name)}"`);
  return `      { nkey: ${key}, permissions: { # ${name}
        subscribe: ["_INBOX_${name}.>"]
        publish: [${subjects.join(', ')}]
      } }`;
}

export const isLoopback = (address: string): boolean => /^(127\.|localhost$|::1$)/.test(address);
