import { once } from 'node:events';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupAddress } from 'node:dns';
import { getCACertificates } from 'node:tls';

/** More than any answer of ours has. */
const MOST_BYTES = 10_000;

export interface Asked {
  url: URL;
  /** The one to connect to: the name is not asked for again. */
  at: LookupAddress;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** One request, without following redirects. Rejects with what the network says. */
export async function ask({ url, at, method, headers, body, signal }: Asked): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const sent = (isSecure ? secureRequest : plainRequest)(url, {
    method,
    headers,
    lookup: (_name, { all }, found) => (all ? found(null, [at]) : found(null, at.address, at.family)),
    agent: false,
    signal,
    // As a browser, which also trusts what the user has told the system to.
    ...(isSecure && { ca: [...getCACertificates('default'), ...getCACertificates('system')] }),
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

/** The beginning of an answer, up to where it has `wanted`; all that came before it broke off. */
export async function textOf(answer: IncomingMessage, wanted?: string): Promise<string> {
  let text = '';
  try {
    for await (const chunk of answer.setEncoding('utf8') as AsyncIterable<string>) {
      text += chunk;
      if (text.length > MOST_BYTES || (wanted !== undefined && text.includes(wanted))) break;
    }
  } catch {
    // What came has come.
  } finally {
    answer.destroy();
  }
  return text;
}
