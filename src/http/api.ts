import type { IncomingMessage, ServerResponse } from 'node:http';
import findMyWay from 'find-my-way';
import type { Config } from '../config.ts';
import type { Credential, Gateway } from '../db/call.ts';
import { functionOf, routes } from '../routes/index.ts';
import type { RequestContext } from './context.ts';
import {
  bearerToken,
  isPlatformKey,
  type KeyToken,
  parseKey,
  requirePlatformKey,
} from './credential.ts';
import { openAnswer, sendData } from './envelope.ts';
import { ApiError } from './errors.ts';
import { namesEtag } from './etag.ts';
import { readArgs } from './input.ts';
import type { KeyUses } from './key-uses.ts';
import type { RateLimits } from './limits.ts';
import type { Route } from './route.ts';
import { tenantHints } from './tenant-hints.ts';

export interface ApiDeps {
  config: Config;
  gateway: Gateway;
  limits: RateLimits;
  keyUses: KeyUses;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * The routes of the tables in src/routes, found in a radix tree: as fast with 300 as with 3.
 * @returns handle(req, res, ctx), false when no route has this path
 * @throws ApiError (the caller sends it)
 */
export function createApi(deps: ApiDeps) {
  const router = findMyWay({ caseSensitive: true, maxParamLength: 300 });
  for (const route of routes) router.on(route.method, route.path, () => {}, route);

  return async function handle(
    req: IncomingMessage,
    res: ServerResponse,
    ctx: RequestContext,
  ): Promise<boolean> {
    const [path = '/', search = ''] = splitOnce(req.url ?? '/', '?');
    const found = findRoute(router, req.method, path);
    if (!found) {
      const allowed = methods.filter((method) => findRoute(router, method, path));
      if (allowed.length === 0) return false;
      throw new ApiError(
        'METHOD_NOT_ALLOWED',
        `${req.method} is not offered here; ${allowed.join(', ')} is.`,
        {},
        { Allow: allowed.join(', ') },
      );
    }
    const route = found.store as Route;
    ctx.route = route;
    const answer = await (route.scope === 'platform' ? callPlatform : callTenant)(
      deps,
      route,
      req,
      res,
      ctx,
      found.params,
      search,
    );
    const { headers, data } = openAnswer(answer);
    Object.assign(headers, ctx.headers);
    if (route.method === 'GET' && namesEtag(req.headers['if-none-match'], headers.ETag)) {
      res.writeHead(304, headers).end();
    } else {
      sendData(res, route.status ?? 200, { headers, data }, ctx.requestId);
    }
    if (route.id.startsWith('key.') || route.scope === 'platform') deps.limits.forget();
    return true;
  };
}

type Params = Record<string, string | undefined>;

async function callTenant(
  deps: ApiDeps,
  route: Route,
  req: IncomingMessage,
  res: ServerResponse,
  ctx: RequestContext,
  params: Params,
  search: string,
): Promise<string> {
  const token = await authenticate(deps, req, ctx);
  ctx.tenant = token.tenant;
  ctx.headers = await deps.limits.count(token);
  const args = await readArgs(route, req, res, params, search);
  const hints = tenantHints(deps.config, req, search);
  const credential: Credential = {
    handle: token.handle,
    hash: token.secretHash,
    scope: route.scope,
    request_id: ctx.requestId,
    ip: ctx.ip,
    ...(ctx.userAgent ? { user_agent: ctx.userAgent } : {}),
    ...(hints.length > 0 ? { tenant_hints: hints } : {}),
  };
  try {
    const answer = await deps.gateway.call(
      token.tenant,
      credential,
      functionOf(route),
      args,
      route.isPatient,
    );
    deps.keyUses.note(token, ctx.ip);
    return answer;
  } catch (error) {
    if ((error as { code?: string }).code === 'PT401') await deps.limits.countFailure(ctx.ip);
    throw error;
  }
}

async function callPlatform(
  deps: ApiDeps,
  route: Route,
  req: IncomingMessage,
  res: ServerResponse,
  ctx: RequestContext,
  params: Params,
  search: string,
): Promise<string> {
  await deps.limits.checkAddress(ctx.ip);
  await counting(deps, ctx, () =>
    requirePlatformKey(bearerToken(req), deps.config.platformAdminKey),
  );
  const args = await readArgs(route, req, res, params, search);
  const caller = {
    request_id: ctx.requestId,
    ip: ctx.ip,
    ...(ctx.userAgent ? { user_agent: ctx.userAgent } : {}),
  };
  return deps.gateway.callPlatform(caller, functionOf(route), args);
}

async function authenticate(
  deps: ApiDeps,
  req: IncomingMessage,
  ctx: RequestContext,
): Promise<KeyToken> {
  await deps.limits.checkAddress(ctx.ip);
  return counting(deps, ctx, () => {
    const token = bearerToken(req);
    if (isPlatformKey(token, deps.config.platformAdminKey)) {
      throw new ApiError(
        'FORBIDDEN',
        'The platform key is for /admin only. Use an API key of the tenant.',
      );
    }
    return parseKey(token);
  });
}

/** Counts a failed check of a token against the caller's address. */
async function counting<T>(deps: ApiDeps, ctx: RequestContext, check: () => T): Promise<T> {
  try {
    return check();
  } catch (error) {
    await deps.limits.countFailure(ctx.ip);
    throw error;
  }
}

function findRoute(
  router: findMyWay.Instance<findMyWay.HTTPVersion.V1>,
  method: string | undefined,
  path: string,
) {
  return router.find(method as findMyWay.HTTPMethod, path);
}

function splitOnce(text: string, at: string): [string, string?] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
