import type { Client } from 'acme-client';
import { createServer, type Server } from 'node:http';
import { reasonOf } from '../../platform/errors.ts';
import { acmeProblem, type Asked, directoryProblem } from './acme-words.ts';
import { runDnsCommand, txtIsSeen } from './dns-command.ts';

export interface Order extends Asked {
  directory: string;
  accountKey: string;
  /** null: there is no account yet. */
  accountUrl: string | null;
  /** There is one now; null: the authority does not know it any more. */
  onAccount: (url: string | null) => void;
  /** The name servers that are asked for a record; default: those of this computer. */
  nameServers?: readonly string[];
}

export interface Ordered {
  key: string;
  certificate: string;
}

const ASK_MS = 30_000;
/** For a whole order; a record may take minutes until it is seen. */
const ORDER_MS = 10 * 60_000;

/** The library takes its time and memory: loaded only when there is something to order. */
const library = async () => (await import('acme-client')).default;

export async function newAccountKey(): Promise<string> {
  const { crypto } = await library();
  return (await crypto.createPrivateEcdsaKey('P-256')).toString();
}

/** What the authority asks could not be answered; in words for people. */
class NotAnswered extends Error {}

/** Gets a certificate for one name by RFC 8555. Throws an Error for people. */
export async function orderCertificate(order: Order): Promise<Ordered> {
  const { directory, domain, accountKey, accountUrl, dnsCommand } = order;
  await probe(directory);
  const { Client, crypto, axios } = await library();
  axios.defaults.timeout = ASK_MS;
  const client = new Client({
    directoryUrl: directory,
    accountKey,
    ...(accountUrl !== null && { accountUrl }),
    backoffAttempts: 20,
    backoffMin: 500,
    backoffMax: 10_000,
  });
  const [key, csr] = await crypto.createCsr({ altNames: [domain] }, await crypto.createPrivateEcdsaKey('P-256'));
  const type = dnsCommand === null ? 'http-01' : 'dns-01';
  const answers = new Map<string, string>();
  const door = dnsCommand === null ? await answerHttp(order.answerPort, answers) : null;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('It took more than ten minutes.')), ORDER_MS);
  try {
    if (accountUrl === null) order.onAccount(await openAccount(client));
    const ordering = client.auto({
      csr,
      termsOfServiceAgreed: true,
      challengePriority: [type],
      // Its own check asks public name servers and from here, which fails behind routers.
      skipChallengeVerification: true,
      async challengeCreateFn(_authorization, challenge, keyAuthorization) {
        try {
          if (challenge.type !== type) throw new Error(`The authority does not accept ${type} for ${domain}.`);
          if (dnsCommand === null) {
            answers.set(`/.well-known/acme-challenge/${challenge.token}`, keyAuthorization);
            return;
          }
          const name = `_acme-challenge.${domain}`;
          await runDnsCommand(dnsCommand, 'present', name, keyAuthorization);
          await txtIsSeen(name, keyAuthorization, order.nameServers);
        } catch (error) {
          throw new NotAnswered(reasonOf(error), { cause: error });
        }
      },
      async challengeRemoveFn(_authorization, _challenge, keyAuthorization) {
        if (dnsCommand !== null)
          await runDnsCommand(dnsCommand, 'cleanup', `_acme-challenge.${domain}`, keyAuthorization);
      },
    });
    const certificate = await Promise.race([ordering, late.promise]);
    return { key: key.toString(), certificate };
  } catch (error) {
    if (/accountDoesNotExist|[Aa]ccount .*(?:not found|does not exist)|No account exists/.test(reasonOf(error)))
      order.onAccount(null);
    throw error instanceof NotAnswered ? error : new Error(acmeProblem(error, order), { cause: error });
  } finally {
    clearTimeout(timer);
    door?.close();
    door?.closeAllConnections();
  }
}

async function openAccount(client: Client): Promise<string> {
  try {
    await client.createAccount({ termsOfServiceAgreed: true });
  } catch (error) {
    // The library changes an account that is there already, which authorities refuse. It has the address by then.
    try {
      return client.getAccountUrl();
    } catch {
      throw error;
    }
  }
  return client.getAccountUrl();
}

/** The library hides why a directory cannot be reached. */
async function probe(directory: string): Promise<void> {
  try {
    const answer = await fetch(directory, { signal: AbortSignal.timeout(ASK_MS) });
    const known = (await answer.json()) as { newOrder?: unknown } | null;
    if (!answer.ok || typeof known?.newOrder !== 'string') throw new Error(`status ${answer.status}`);
  } catch (error) {
    const words =
      error instanceof SyntaxError
        ? `${directory} is not the directory of an authority (ACME).`
        : directoryProblem(error, directory);
    throw new Error(words, { cause: error });
  }
}

/** Answers the authority over HTTP, while an order runs and no longer. */
async function answerHttp(port: number, answers: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer((req, res) => {
    const answer = answers.get(req.url ?? '');
    res.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/octet-stream' }).end(answer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(listenProblem(error, port), { cause: error })),
    );
    server.listen(port, resolve);
  });
  return server;
}

function listenProblem(error: NodeJS.ErrnoException, port: number): string {
  const instead = 'Choose another port for the authority, and let your router pass port 80 on to it.';
  if (error.code === 'EACCES') return `Port ${port} of this computer needs administrator rights. ${instead}`;
  if (error.code === 'EADDRINUSE') return `Port ${port} of this computer is taken by another program. ${instead}`;
  return `Safelight cannot listen on port ${port}: ${reasonOf(error)}. ${instead}`;
}
