import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type AccessTokens, looksLikeJwt } from '../credentials/access-token.ts';
import type { House } from '../db/call.ts';
import type { Config } from '../ground/config/config.ts';
import { ApiError } from '../ground/errors.ts';
import { type AuthenticateDeps, countFailure, countingFailures, keyOf } from './authenticate.ts';
import type { RequestContext } from './context.ts';
import { bearerToken, type Caller, looksLikeKey, queryToken } from './credential.ts';
import type { Call } from './handler.ts';
import { hasOwnAddress, type Route, tenantFromOf } from './route.ts';
import type { RouteTable, Via } from './route-table.ts';
import { type TenantHints, tenantHints } from './tenant-hints.ts';

export type { Caller };

export interface CallerDeps extends AuthenticateDeps {
  config: Config;
  gateway: House;
  accessTokens: AccessTokens;
  routeTable: RouteTable;
}

const nameTtl = 60_000;

/** Finds out who calls and which tenant is meant: token, X-Tenant-ID, host or prefix, ?tenant_id=, body, in this order. */
export class Callers {
  private readonly deps: CallerDeps;
  /** Names of tenants: what they meant a minute ago, '' for nothing. */
  private readonly names = new LRUCache<string, string>({ max: 10_000, ttl: nameTtl });

  constructor(deps: CallerDeps) {
    this.deps = deps;
  }

  /** Returns the caller of an operation that needs a token. @throws 401, 403, 429 */
  async withToken(
    req: IncomingMessage,
    ctx: RequestContext,
    search: string,
    takesQueryToken = false,
  ): Promise<Caller> {
    try {
      const isInQuery = takesQueryToken && req.headers.authorization === undefined;
      const token = (isInQuery && queryToken(search)) || bearerToken(req);
      const hints = await this.hints(req, ctx, search);
      return looksLikeJwt(token) ? await this.ofToken(token, hints) : this.ofKey(token, hints);
    } catch (error) {
      return countFailure(this.deps.limits, ctx, error);
    }
  }

  /**
   * Returns the caller of a public operation. No token is needed; an API key or an access token determines the tenant.
   * @param args its input, which may name the tenant: as `tenant` of the route says, or as `tenant_id`
   * @throws 400 TENANT_REQUIRED, 401 in its place (see `asksForToken`), 404 TENANT_NOT_FOUND
   */
  async withoutToken(call: Call, args: Record<string, unknown>): Promise<Caller> {
    const { route, req, ctx, search } = call;
    if (hasOwnAddress(route)) return this.ofAddress(call);
    const hints = await this.hints(req, ctx, search);
    const caller = await this.ofOptionalToken(route, req, ctx, hints);
    if (caller) return caller;
    const tenantFrom = tenantFromOf(route);
    const name = tenantFrom?.(args) ?? hints[0] ?? (args.tenant_id as string | undefined);
    if (name === undefined) {
      if (route.asksForToken) return this.withToken(req, ctx, search);
      throw new ApiError(
        'TENANT_REQUIRED',
        route.isPage && tenantFrom
          ? 'This link is not complete. Open it once more from the message, or ask for a new one.'
          : 'Say which tenant this is for: the header X-Tenant-ID with its id or slug, or ?tenant_id=.',
      );
    }
    const isAddress = name.includes('/');
    const tenant = await this.tenantOf(name, !isAddress);
    if (!tenant && isAddress) throw nothingThere();
    if (!tenant) throw new ApiError('TENANT_NOT_FOUND', 'There is no such tenant.');
    return { tenant, bearer: { public: true }, hints };
  }

  /** The tenant that the path of a request leads to. @throws 404 where it leads to none */
  private async ofAddress({ route, req, ctx, params }: Call): Promise<Caller> {
    const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const via = await this.viaOf(req, ctx);
    const host = via?.isDomain ? via.host : '';
    // An address without a tenant may get one at any moment, so it is asked for again.
    const tenant = await this.tenantOf(host + path, false);
    if (!tenant) throw nothingThere();
    // At a host or a prefix of one tenant, nothing of another one is shown.
    const owner = via?.tenant ?? (await this.ofSlug(req));
    if (owner && owner !== tenant) throw nothingThere();
    return { tenant, bearer: { public: true }, hints: [], host };
  }

  /** The tenant whose slug the host of a request begins with; '' for other names: a proxy may call us so. */
  private async ofSlug(req: IncomingMessage): Promise<string> {
    const { slug } = tenantHints(this.deps.config, req, '');
    return slug === undefined ? '' : this.tenantOf(slug);
  }

  private async ofOptionalToken(
    route: Route,
    req: IncomingMessage,
    ctx: RequestContext,
    hints: string[],
  ): Promise<Caller | undefined> {
    if (req.headers.authorization === undefined) return undefined;
    const token = bearerToken(req);
    if (looksLikeKey(token))
      return countingFailures(this.deps.limits, ctx, () => this.ofToken(token, hints));
    if (!looksLikeJwt(token)) return undefined;
    if (route.takesToken) return this.ofToken(token, hints);
    // An application may send the token of a session that has ended: for a sign-in, it names the tenant at most.
    const claims = await this.deps.accessTokens.verify(token).catch(() => undefined);
    return claims && { tenant: claims.tenant, bearer: { public: true }, hints };
  }

  /** @throws 403 for a body that names another tenant than the one that the caller belongs to */
  async agree({ tenant }: Caller, name: unknown): Promise<void> {
    if (name === undefined || name === tenant) return;
    if ((await this.tenantOf(String(name))) === tenant) return;
    throw new ApiError(
      'TENANT_MISMATCH',
      'The body names a different tenant (tenant_id) than the one that this call is for.',
      { param: 'tenant_id' },
    );
  }

  /** @throws 401, 403 */
  async ofToken(token: string, hints: string[] = []): Promise<Caller> {
    if (!looksLikeJwt(token)) return this.ofKey(token, hints);
    const { tenant, session, user, expiresAt } = await this.deps.accessTokens.verify(token);
    return { tenant, bearer: { session, user }, hints, expiresAt: expiresAt * 1000 };
  }

  /** @throws 401, 403 */
  private ofKey(token: string, hints: string[]): Caller {
    const key = keyOf(token, this.deps.environmentKeys);
    const bearer = { handle: key.handle, hash: key.secretHash };
    return { tenant: key.tenant, bearer, key, hints };
  }

  /** The tenants that a request names beside its token. */
  hints(req: IncomingMessage, ctx: RequestContext, search: string): string[] | Promise<string[]> {
    const named = tenantHints(this.deps.config, req, search);
    const via = this.viaOf(req, ctx);
    return via instanceof Promise
      ? via.then((found) => hintsIn(named, found))
      : hintsIn(named, via);
  }

  private viaOf(req: IncomingMessage, ctx: RequestContext) {
    return ctx.via ?? this.deps.routeTable.ofHost(req);
  }

  private async tenantOf(name: string, keepsNothing = true): Promise<string> {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const tenant = (await this.deps.gateway.tenantFind(name)) ?? '';
    if (tenant || keepsNothing) this.names.set(name, tenant);
    return tenant;
  }
}

function hintsIn({ header, slug, query }: TenantHints, via: Via | undefined): string[] {
  if (!via && header === undefined && slug === undefined && query === undefined) return [];
  return [header, slug ?? via?.tenant, query].filter((hint) => hint !== undefined);
}

const nothingThere = () => new ApiError('NOT_FOUND', 'There is nothing at this address.');
