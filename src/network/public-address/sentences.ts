import type { AddressFinding } from '../../contract/public-address.ts';

/** What the sentences name. */
export interface Told {
  host: string;
  /** Address and port. */
  at?: string;
  port?: string;
  detail?: string;
}

/** Each finding in a sentence, with what to do. Those of `NOTES` are no problem. */
export const SENTENCES: Record<AddressFinding, (told: Told) => string> = {
  name_unknown: ({ host, detail = '' }) =>
    `No name server here has an address for ${host} (${detail}). Enter the name at your provider; if it leads to an address of your own network, allow the name in your router, which may hold such answers back (rebind protection).`,
  dead_address: ({ host, at = '', detail = '' }) =>
    `The name ${host} also leads to ${at}, where nothing answers (${detail}): devices that try it first wait or fail. Correct this address in the DNS, or remove it.`,
  unreachable: ({ at = '', detail = '' }) =>
    `Nothing answers at ${at} (${detail}). Start the proxy, and open its port in router and firewall.`,
  timed_out: ({ at = '' }) =>
    `No answer came from ${at} in time. Its port may be closed in router or firewall; some routers do not lead devices in the house to their own public address: then try from a mobile network.`,
  certificate: ({ host, detail = '' }) =>
    `The certificate of ${host} is not valid: ${detail}. Browsers refuse it; renew it, or give the proxy one for this name.`,
  foreign_answer: ({ host, at = '', detail = '' }) =>
    `Something else answers for ${host} at ${at} (${detail}), such as a router or another site. Let the DNS name the proxy, and the proxy pass on to this Safelight.`,
  redirected: ({ detail = '' }) =>
    `The address leads on to ${detail}. Enter that as the public address, or end the redirection.`,
  bad_gateway: ({ detail = '' }) =>
    `The proxy answers ${detail}: it does not reach this Safelight. Correct the address that it passes on to.`,
  refused_here: ({ detail = '' }) => `Safelight refuses what the proxy passes on: ${detail}`,
  post_refused: ({ detail = '' }) =>
    `The proxy lets pages through, but not changes (${detail}). Let it pass on POST, PUT, PATCH and DELETE with their bodies.`,
  origin_lost: () =>
    'The proxy drops or changes the header Origin, so every change is refused. Let it pass Origin on as it is.',
  cookie_lost: () => 'The proxy drops cookies, so no browser stays signed in. Let it pass on Cookie and Set-Cookie.',
  authorization_lost: () =>
    'The proxy drops the header Authorization, so programs cannot use the API. Let it pass that on.',
  port_lost: ({ port = '' }) =>
    `The proxy drops the port ${port} from Host. Safelight uses the public address instead; other programs behind the same proxy may not. In nginx, pass on $http_host.`,
  scheme_unknown: () =>
    'The proxy does not say that browsers use HTTPS, so cookies are not kept from plain HTTP. Let it send X-Forwarded-Proto, and name its address among the trusted proxies.',
  sender_unknown: () =>
    'Safelight does not learn who asks, so all guests count as one. Let the proxy send the header that the settings name, and name its address among the trusted proxies.',
  path_lost: ({ detail = '' }) =>
    `The proxy removes ${detail} from the address, so the page does not find its parts. Let it pass the address on as it is.`,
  events_buffered: () =>
    'The proxy holds events back, so pages do not learn of changes. Turn buffering off for them (in nginx: proxy_buffering off), and let answers take any time.',
};

export const NOTES: ReadonlySet<AddressFinding> = new Set(['port_lost', 'scheme_unknown', 'sender_unknown']);
