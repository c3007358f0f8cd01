import type { AuthInfo } from '@modelcontextprotocol/server';
import { Router, type Express, type Request, type RequestHandler } from 'express';
import { apiOf } from '../../agents/api.ts';
import { toolRunner, type Rights } from '../../agents/call-tool.ts';
import { tools } from '../../agents/catalog.ts';
import { ALLOWED_BY_LOCAL_USER } from '../../agents/local-agent.ts';
import { Unauthorized, isSameOrigin } from '../../auth/credentials.ts';
import type { Principal } from '../../auth/principal.ts';
import { ALL_SCOPES } from '../../contract/scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import { credentialsOf, authenticate, principalOf } from '../middleware/guard.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { declaredOrigin } from '../requests/declared-origin.ts';
import type { Services } from '../services.ts';
import { inProcessApi } from './in-process-api.ts';
import type { mcpHandler } from './mcp-handler.ts';

const METADATA = '/.well-known/oauth-protected-resource';
/** What a tool can need. */
const AGENT_SCOPES = ALL_SCOPES.filter((scope) => tools.some((tool) => tool.scopes.includes(scope)));

const NO_BROWSER_SIGN_IN = `Safelight does not sign programs in by browser.

Register the program as a client in the settings, under Clients, and give it the id and the secret (client credentials).
`;

/** `/mcp`: the Model Context Protocol over HTTP, in both eras, for whoever has a token; and where a client learns how to get one (RFC 9728). */
export function agentDoor(services: Services, app: () => Express): Router {
  const { desk, jobs, pictures } = services.agents;
  const run = toolRunner({
    desk,
    jobs,
    pictures,
    log: services.log,
    origin: services.origin,
    whyReadOnly: services.whyReadOnly,
  });
  let loaded: Promise<ReturnType<typeof mcpHandler>> | undefined;
  const handler = () => (loaded ??= import('./mcp-handler.ts').then((one) => one.mcpHandler(services, run)));

  const router = Router();
  const metadata: RequestHandler = (req, res) => {
    const origin = declaredOrigin(req, services);
    res.json({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      scopes_supported: AGENT_SCOPES,
      bearer_methods_supported: ['header'],
      resource_documentation: `${origin}/docs`,
    });
  };
  router.get([METADATA, `${METADATA}/mcp`], metadata);
  router.all(
    '/mcp',
    refuseForeignOrigins(services.allowedOrigins),
    authenticate(services.auth, (req) => `${declaredOrigin(req, services)}${METADATA}/mcp`),
    jsonBody,
    async (req, res) => {
      const principal = principalOf(res);
      const authInfo: AuthInfo = {
        token: '',
        clientId: principal.clientId,
        scopes: [...principal.scopes],
        extra: { rights: rightsOf(services, app, principal, req), called: calledTool(req.body) },
      };
      await (
        await handler()
      )(Object.assign(req, { auth: authInfo }), res, req.body);
    },
  );
  router.get('/oauth/authorize', (_req, res) => void res.type('text/plain').send(NO_BROWSER_SIGN_IN));
  return router;
}

/** Of a request that is one call. */
function calledTool(body: unknown): string | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined;
}

/** A page elsewhere may not speak for its visitor. Agents that are programs send no Origin. */
const refuseForeignOrigins =
  (allowed: () => readonly string[]): RequestHandler =>
  (req, _res, next) => {
    const { origin } = req.headers;
    if (origin !== undefined && !isSameOrigin(credentialsOf(req)) && !allowed().includes(origin))
      throw new AppError('forbidden_origin', 'Pages of other addresses may not use /mcp (Origin header).');
    next();
  };

/** The caller's rights, looked at again with each request that a tool makes: they can be taken away in the middle. */
function rightsOf(services: Services, app: () => Express, principal: Principal, req: Request): Rights {
  const { auth, clients, origin } = services;
  const isLocal = principal.clientId === OWN_CLIENT_IDS.agent;
  const credentials = credentialsOf(req);
  const whyEnded = () => {
    if (isLocal) return null;
    const client = clients.get(principal.clientId);
    if (!client?.enabled) return 'the client was disabled or removed';
    try {
      auth.authenticate(credentials);
    } catch (error) {
      // A call may outlive its token; a token that was revoked ends it.
      if (error instanceof Unauthorized && error.isExpired) return null;
      return 'the token was revoked';
    }
    return null;
  };
  const now = (): Principal => {
    const why = whyEnded();
    if (why !== null) throw new AppError('forbidden', why);
    const scopes = clients.get(principal.clientId)?.scopes;
    return isLocal
      ? principal
      : { ...principal, scopes: new Set(scopes?.filter((scope) => principal.scopes.has(scope))) };
  };
  return {
    client: principal.clientId,
    scopes: principal.scopes,
    api: apiOf(inProcessApi(app, origin, now)),
    isAllowedToChange: isLocal && req.headers[ALLOWED_BY_LOCAL_USER] === '1',
    whyEnded,
  };
}
