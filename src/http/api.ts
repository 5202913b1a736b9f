import type { IncomingMessage, ServerResponse } from 'node:http';
import findMyWay from 'find-my-way';
import type { Config } from '../config.ts';
import type { Change, Credential, Gateway } from '../db/call.ts';
import { functionOf, routes } from '../routes/index.ts';
import type { StepRequest } from '../routes/transactions.ts';
import { requirePlatformKey, tenantKey } from './authenticate.ts';
import type { RequestContext } from './context.ts';
import { openAnswer, sendData } from './envelope.ts';
import { namesEtag } from './etag.ts';
import type { Call } from './handler.ts';
import { readArgs } from './input.ts';
import type { KeyUses } from './key-uses.ts';
import type { RateLimits } from './limits.ts';
import { answerOtherMethod, methodNotAllowed } from './other-methods.ts';
import { maxUrlLength, nothingAt } from './request-line.ts';
import { readChange, sealOf } from './safe-writes.ts';
import { tenantHints } from './tenant-hints.ts';
import { type FindRoute, prepareTransaction } from './transaction.ts';

export interface ApiDeps {
  config: Config;
  gateway: Gateway;
  limits: RateLimits;
  platformKey: string;
  keyUses: KeyUses;
}

/** A call, and where the routes are, for a request that is made of others. */
type RoutedCall = Call & { findRoute: FindRoute };

/**
 * The routes of the tables in src/routes, found in a radix tree: as fast with 300 as with 3.
 * @returns handle(req, res, ctx), false when no route has this path
 * @throws ApiError (the caller sends it)
 */
export function createApi(deps: ApiDeps) {
  const router = findMyWay({ caseSensitive: true, maxParamLength: maxUrlLength });
  for (const route of routes) router.on(route.method, route.path, () => {}, route);
  const find = (method: string, path: string) => {
    const found = router.find(method as findMyWay.HTTPMethod, path);
    // A trailing slash is no empty id.
    for (const name in found?.params) if (found.params[name] === '') return null;
    return found;
  };
  const findRoute: FindRoute = (method, path) => {
    const found = find(method, path);
    if (found) return { route: found.store, params: found.params };
    throw (
      methodNotAllowed(method, (other) => find(other, path) !== null) ??
      nothingAt({ method, url: path }, deps.config.baseUrl)
    );
  };

  return async function handle(
    req: IncomingMessage,
    res: ServerResponse,
    ctx: RequestContext,
  ): Promise<boolean> {
    const [path, search] = splitAtQuery(req.url ?? '/');
    // Node leaves the body of an answer to HEAD out by itself.
    const found = find(req.method === 'HEAD' ? 'GET' : (req.method ?? ''), path);
    if (!found) return answerOtherMethod(req, res, (method) => find(method, path) !== null);
    const { store: known, params } = found;
    const call: RoutedCall = { route: known, req, res, ctx, params, search, findRoute };
    const { route } = call;
    ctx.route = route;
    const isPlatform = route.scope === 'platform';
    const answer = await (isPlatform ? callPlatform(deps, call) : callTenant(deps, call));
    if (answer === undefined) return true;
    const { headers, data } = openAnswer(answer);
    Object.assign(headers, ctx.headers);
    if (route.method === 'GET' && namesEtag(req.headers['if-none-match'], headers.ETag)) {
      res.writeHead(304, headers).end();
    } else {
      sendData(res, route.status ?? 200, { headers, data }, ctx);
    }
    const changesLimits = isPlatform || /^(key\.|transaction\.run)/.test(route.id);
    if (changesLimits && route.method !== 'GET')
      deps.limits.forget(ctx.tenant ?? call.params.tenant_id ?? '');
    return true;
  };
}

interface Work {
  args: object;
  isPatient: boolean | undefined;
  /** To be spread into a credential. */
  how: { change?: Change };
}

/** What is to be done, and how: body, query and the headers that make a change safe. */
async function readWork(config: Config, call: RoutedCall): Promise<Work> {
  const { route, req, res, ctx, params, search } = call;
  const change = readChange(route, req, search);
  if (change?.dry_run) ctx.isDryRun = true;
  // A handler reads its input itself, such as a file.
  const given = route.handler ? {} : await readArgs(route, req, res, params, search);
  const { args, isPatient, hasSecret } =
    route.id === 'transaction.run'
      ? prepareTransaction(given.requests as StepRequest[], call.findRoute)
      : { ...route, args: given };
  if (change?.key && hasSecret) change.seal = sealOf(change.key, config, ctx.tenant);
  return { args, isPatient, how: change ? { change } : {} };
}

/** @returns the answer as json text; undefined when a handler has sent it */
async function callTenant(deps: ApiDeps, call: RoutedCall): Promise<string | undefined> {
  const { route, req, ctx, search } = call;
  const token = await tenantKey(deps, req, ctx);
  ctx.tenant = token.tenant;
  ctx.headers = await deps.limits.count(token, ctx.ip);
  const { args, isPatient, how } = await readWork(deps.config, call);
  const hints = tenantHints(deps.config, req, search);
  const credential: Credential = {
    handle: token.handle,
    hash: token.secretHash,
    scope: route.scope,
    ...callerOf(ctx),
    ...(hints.length > 0 ? { tenant_hints: hints } : {}),
  };
  // How a change is to be made is said of the operation of the route, not of others on the way to it.
  const run = (operation: string, given: object, change?: Change) => {
    const own = change ? { change } : how;
    const who = operation === functionOf(route) ? { ...credential, ...own } : credential;
    return deps.gateway.call(token.tenant, who, operation, given, isPatient);
  };
  try {
    const answer = route.handler
      ? await route.handler({ ...call, run })
      : await run(functionOf(route), args);
    deps.keyUses.note(token, ctx.ip);
    return answer;
  } catch (error) {
    if ((error as { code?: string }).code === 'PT401')
      await deps.limits.countFailure(ctx.ip, token);
    throw error;
  }
}

async function callPlatform(deps: ApiDeps, call: RoutedCall): Promise<string> {
  await requirePlatformKey(deps, call.req, call.ctx);
  const { args, how } = await readWork(deps.config, call);
  const caller = { ...callerOf(call.ctx), ...how };
  return deps.gateway.callPlatform(caller, functionOf(call.route), args);
}

const callerOf = ({ requestId, ip, userAgent }: RequestContext) => ({
  request_id: requestId,
  ip,
  ...(userAgent ? { user_agent: userAgent } : {}),
});

function splitAtQuery(url: string): [path: string, search: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
