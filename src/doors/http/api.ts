import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Change, Credential } from '../../db/call.ts';
import { putInDoubt, toApiError } from '../../db/errors.ts';
import { hasBody } from '../../ground/bodies/body-bytes.ts';
import {
  type BodyRoom,
  openPlace,
  operator,
  placeOf,
  strangerAt,
} from '../../ground/bodies/body-room.ts';
import type { FileTaker } from '../../ground/bodies/multipart.ts';
import { etagOf, namesEtag } from '../../ground/shapes/etag.ts';
import { type AnyAnswer, dataOf, openAnswer } from '../../operations/answer.ts';
import { threadBytes } from '../../operations/body-threads.ts';
import type { Caller, Callers } from '../../operations/caller.ts';
import { checkDepth, type RequestContext } from '../../operations/context.ts';
import { createFinder } from '../../operations/find-route.ts';
import { readsOnly } from '../../operations/functions.ts';
import type { Call, Run } from '../../operations/handler.ts';
import { readArgs } from '../../operations/input.ts';
import type { KeyUses } from '../../operations/key-uses.ts';
import { LargeArgs, largeInput, readLargeArgs, useOfLarge } from '../../operations/large-args.ts';
import { addressKey, type RateLimits } from '../../operations/limits.ts';
import { answerOtherMethod, takeMethod } from '../../operations/other-methods.ts';
import type { PlatformKeys } from '../../operations/platform-keys.ts';
import {
  functionOf,
  isPlatform,
  mutates,
  needsOf,
  type Route,
  tenantByOf,
  uploadOf,
} from '../../operations/route.ts';
import { lookBy } from '../../operations/run.ts';
import { readChange } from '../../operations/safe-writes.ts';
import type { Services } from '../../operations/services.ts';
import { sendData } from '../../tools/answers/envelope.ts';
import type { Meter } from '../../tools/metering/meter.ts';
import { callerOf } from './caller-of.ts';
import { admit, metered } from './metered.ts';
import { perform } from './perform.ts';
import { prepare, type RoutedCall } from './prepare.ts';

export interface ApiDeps {
  routes: Route[];
  services: Services;
  limits: RateLimits;
  platformKeys: PlatformKeys;
  keyUses: KeyUses;
  meter: Meter;
  callers: Callers;
  bodies: BodyRoom;
}

/**
 * Answers requests to the routes of all groups.
 * @returns handle(req, res, ctx), false when no route has this path
 * @throws ApiError (the caller sends it)
 */
export function createApi(deps: ApiDeps) {
  const { find, findRoute } = createFinder(deps.routes, deps.services.config);

  return metered(deps.meter, (req, res, ctx) =>
    hasBody(req) ? withBody(req, res, ctx) : handle(req, res, ctx),
  );

  async function withBody(
    req: IncomingMessage,
    res: ServerResponse,
    ctx: RequestContext,
  ): Promise<boolean> {
    const place = openPlace(req, deps.bodies, addressKey(ctx.ip), ctx.signal);
    try {
      return await handle(req, res, ctx);
    } finally {
      place.end();
    }
  }

  async function handle(
    req: IncomingMessage,
    res: ServerResponse,
    ctx: RequestContext,
  ): Promise<boolean> {
    const [path, search] = splitAtQuery(req.url ?? '/');
    // Node leaves the body of an answer to HEAD out by itself.
    takeMethod(req, (method) => find(method, path)?.store);
    const found = find(req.method === 'HEAD' ? 'GET' : (req.method ?? ''), path);
    if (!found) return answerOtherMethod(req, res, (method) => find(method, path)?.store);
    const { store: known, params } = found;
    const call: RoutedCall = { route: known, req, res, ctx, params, search, findRoute };
    const { route } = call;
    ctx.route = route;
    if (route.speaks) ctx.headers = { ...ctx.headers, ...route.speaks.everyAnswer };
    if (mutates(route)) {
      checkDepth(ctx);
      deps.services.room.require();
      if (route.scope !== 'platform') {
        const waiting = deps.services.installation.requireOpen(true);
        if (waiting) await waiting;
      }
    }
    if (route.limit) await deps.limits.countAddress(route.limit, ctx.ip);
    try {
      return await answer(call);
    } catch (error) {
      if (ctx.hasActed) putInDoubt(error);
      throw error;
    }
  }

  async function answer(call: RoutedCall): Promise<boolean> {
    const { route, req, res, ctx } = call;
    const found = await (isPlatform(route) ? callPlatform(deps, call) : callTenant(deps, call));
    if (found === undefined) return true;
    ctx.stage = 'answer';
    const { headers: own, status = route.status, data: bare } = openAnswer(found);
    const headers = { ...own, ...ctx.headers };
    const data = route.makesSession ? await deps.services.sessionTokens.fill(bare) : bare;
    if (route.isVersioned) headers.ETag ??= await tagOf(deps.services, bare, ctx);
    if (route.method === 'GET' && namesEtag(req.headers['if-none-match'], headers.ETag)) {
      res.writeHead(304, headers).end();
    } else {
      if (data.length > threadBytes) holdAnswer(deps.bodies, call, data.length);
      sendData(res, status ?? 200, { headers, data }, ctx);
    }
    if (route.changesLimits || (isPlatform(route) && route.method !== 'GET'))
      deps.limits.forget(ctx.tenant ?? call.params.tenant_id ?? '');
    return true;
  }
}

/** Counts a large answer until it has been sent: clients that do not read would fill the memory. @throws 429 for a read */
function holdAnswer(room: BodyRoom, { route, req, res, ctx }: Call, bytes: number): void {
  const { socket } = req;
  // Nothing is sent to a connection that is gone, nor after an answer that has been given already: see Overdue.
  if (socket.destroyed || res.writableEnded) return;
  const holder = holderOf(route, ctx);
  room.holdAnswer(holder, bytes, !mutates(route));
  let isHeld = true;
  const give = () => {
    if (isHeld) room.give(holder, bytes);
    isHeld = false;
    res.off('close', give);
    socket.off('close', give);
  };
  // An answer that waits for the one before it does not hear that their connection has closed.
  res.once('close', give);
  socket.once('close', give);
}

function holderOf(route: Route, { isMetered, tenant, ip }: RequestContext): string {
  if (isPlatform(route) && route.scope !== 'open') return operator;
  return (isMetered && tenant) || strangerAt(addressKey(ip));
}

/** The ETag of a record, hashed in a thread where it is large. */
async function tagOf(
  { bodyThreads }: Services,
  record: string,
  { tenant, ip }: RequestContext,
): Promise<string> {
  if (record.length <= threadBytes) return etagOf(record);
  // It was done already: what is left of it is not refused.
  return bodyThreads.do(tenant ?? ip, 'etag', record).catch(() => etagOf(record));
}

type Args = Record<string, unknown>;

/** Body, query and path, checked. */
function readInput(
  { services }: ApiDeps,
  call: RoutedCall,
  { isOwn = false, taker }: { isOwn?: boolean; taker?: FileTaker<unknown> | undefined } = {},
): Promise<Args | LargeArgs> {
  const { route, req, res, ctx, params, search } = call;
  ctx.stage = 'body';
  return readArgs(route, req, res, params, search, {
    taker,
    readLarge(bytes, rest) {
      call.isLarge = true;
      const hasKey = req.headers['idempotency-key'] !== undefined;
      const request = { route, owner: holderOf(route, ctx), signal: ctx.signal, isOwn, hasKey };
      return readLargeArgs(services.bodyThreads, request, bytes, rest);
    },
  });
}

/** The same with a token, which identifies the tenant: one named in the body must be the same. */
async function readOwn(
  deps: ApiDeps,
  call: RoutedCall,
  caller: Caller,
  taker?: FileTaker<unknown>,
): Promise<Args | LargeArgs> {
  const given = await readInput(deps, call, { isOwn: true, taker });
  if (given instanceof LargeArgs) {
    await deps.callers.agree(caller, given.tenantId);
    given.check();
    return given;
  }
  const use = useOfLarge(given);
  if (use) call.use = use;
  if (!('tenant_id' in given)) return given;
  const { tenant_id, ...args } = given;
  await deps.callers.agree(caller, tenant_id);
  return args;
}

/** How the request wants its change made. */
function readHow({ route, req, ctx, search }: RoutedCall): Change | undefined {
  const change = readChange(route, req, search);
  if (change?.dry_run) ctx.isDryRun = true;
  return change;
}

interface Received {
  caller: Caller;
  change: Change | undefined;
  given: Args | LargeArgs;
}

/** The caller of a request and its credential. Without a token, the input may name the tenant. */
async function receive(deps: ApiDeps, call: RoutedCall): Promise<Received> {
  const { route, req, ctx, search } = call;
  ctx.stage = 'caller';
  if (route.scope === 'public') {
    const change = readHow(call);
    const given = (await readInput(deps, call)) as Args;
    const caller = await deps.callers.withoutToken(call, given);
    await deps.callers.agree(caller, given.tenant_id);
    const isVisitor = 'public' in caller.bearer;
    await admit(deps, call, caller, caller.key ?? { tenant: caller.tenant, isVisitor });
    return { caller, change, given };
  }
  const caller = await deps.callers.withToken(req, ctx, search, route.takesQueryToken);
  await admit(deps, call, caller, caller.key ?? caller);
  // A token that may be forged uses up nothing of the tenant that it names.
  if (ctx.isMetered) placeOf(req)?.belongTo(caller.tenant);
  const change = readHow(call);
  // A route that takes a file reads its input itself.
  const given = uploadOf(route) ? {} : await readOwn(deps, call, caller);
  return { caller, change, given };
}

/** @returns the answer; undefined when a handler has sent it */
async function callTenant(deps: ApiDeps, call: RoutedCall): Promise<AnyAnswer | undefined> {
  const { route, ctx } = call;
  const { caller, change, given } = await receive(deps, call);
  // Behind the caller: an invalid token asks the database nothing.
  if (!mutates(route)) await deps.services.installation.requireOpen(false);
  const work = prepare(deps.services, call, change, given);
  const { waiting, how } = work;
  ctx.stage = 'work';
  const credential = { ...credentialOf(call, caller), ...callerOf(ctx) } as Credential;
  // How a change is to be made is said of the operation of the route, not of others on the way to it.
  const { operations, bodyThreads } = deps.services;
  const run: Run = async (operation, input, other) => {
    const change = other ?? (operation === functionOf(route) ? how.change : undefined);
    const sent = call.isLarge ? await largeInput(bodyThreads, caller.tenant, input) : input;
    const who = { tenant: caller.tenant, credential };
    const asked = { ...waiting, change };
    const answer = await operations.call(who, operation, sent, asked);
    noteActed(call, operation, change);
    ringAfter(deps, caller.tenant, operation, change);
    return answer;
  };
  const look = lookBy((step, operation, input) => {
    const own = step === route ? credential : { ...credential, ...needsOf(step) };
    const who = { tenant: caller.tenant, credential: own };
    const { signal } = waiting;
    return operations.call(who, operation, input, { kind: 'read', signal });
  });
  const readFile = (taker?: FileTaker<unknown>) => readOwn(deps, call, caller, taker);
  try {
    const answer = await perform(deps.services, call, work, {
      caller,
      credential,
      run,
      look,
      readInput: async (taker) => (await readFile(taker)) as Args,
    });
    deps.keyUses.note(caller, ctx.ip);
    return answer;
  } catch (error) {
    if ((error as { code?: string }).code === 'PT401')
      await deps.limits.countFailure(ctx.ip, caller.key);
    throw error;
  }
}

function credentialOf({ route, search }: RoutedCall, { bearer, hints }: Caller) {
  const asUser = search.includes('as_user=') && new URLSearchParams(search).get('as_user');
  return {
    ...bearer,
    ...needsOf(route),
    scope: ('public' in bearer ? undefined : route.scopeWithToken) ?? route.scope,
    ...(asUser ? { as_user: asUser } : {}),
    ...(hints.length > 0 ? { tenant_hints: hints } : {}),
  };
}

async function callPlatform(deps: ApiDeps, call: RoutedCall): Promise<AnyAnswer | undefined> {
  const { route, ctx, req } = call;
  if (route.scope === 'open') return workPlatform(deps, call, true);
  ctx.about = /^ten_[0-9a-f]{32}$/.exec(call.params.tenant_id ?? '')?.[0];
  await deps.platformKeys.require(req, ctx, route.platformScope);
  placeOf(req)?.belongTo(operator);
  try {
    return await workPlatform(deps, call, false);
  } catch (error) {
    await deps.services.refusals.note(ctx, toApiError(error));
    throw error;
  }
}

async function workPlatform(
  deps: ApiDeps,
  call: RoutedCall,
  isOpen: boolean,
): Promise<AnyAnswer | undefined> {
  const { gateway, operations } = deps.services;
  const { route, ctx } = call;
  const change = readHow(call);
  const input = (await readInput(deps, call)) as Args;
  const work = prepare(deps.services, call, change, input);
  const { args, waiting, how } = work;
  ctx.stage = 'work';
  const who = { ...callerOf(ctx), ...(isOpen ? { public: true as const } : {}) };
  const tenant =
    route.tenant === 'operator' ? undefined : (call.params.tenant_id ?? (await tenantMeant()));
  async function tenantMeant(): Promise<string | undefined> {
    if (route.tenant === 'made') return gateway.newTenantId(who, how.change?.key);
    const by = tenantByOf(route);
    if (!by) return undefined;
    const answer = await operations.platform(who, by, args, { isRead: true });
    args.tenant_id = dataOf<{ tenant_id: string }>(answer).tenant_id;
    return args.tenant_id as string;
  }
  const run: Run = async (operation, input) => {
    const asked =
      operation === functionOf(route)
        ? { ...who, ...how }
        : route.isComposed && !readsOnly(operation)
          ? { ...who, change: {} }
          : who;
    const answer = await operations.platform(asked, operation, input, {
      tenant,
      signal: waiting.signal,
      isRead: waiting.kind === 'read',
    });
    noteActed(call, operation, how.change);
    ringAfter(deps, tenant ?? '', operation, how.change);
    return answer;
  };
  const look = lookBy((_, operation, input) => {
    const { signal } = waiting;
    return operations.platform(who, operation, input, {
      tenant,
      signal,
      isRead: true,
    });
  });
  const caller: Caller = { tenant: tenant ?? '', bearer: { public: true }, hints: [] };
  const credential = { ...credentialOf(call, caller), ...callerOf(ctx) } as Credential;
  return perform(deps.services, call, work, {
    caller,
    credential,
    run,
    look,
    readInput: async (taker) => (await readInput(deps, call, { taker })) as Args,
  });
}

/** After a step of a request: whether something may have been changed by it. */
function noteActed({ route, ctx }: Call, operation: string, change: Change | undefined): void {
  if (mutates(route) && !change?.dry_run && !readsOnly(operation)) ctx.hasActed = true;
}

/**
 * Rings for what a step may have written, at once: whatever comes of the request after it, and whether its route is one that
 * changes something. A sign-in ends with a GET, and a statement that only reads is noted in the journal.
 */
function ringAfter(
  { services }: ApiDeps,
  tenant: string,
  operation: string,
  change: Change | undefined,
): void {
  if (!readsOnly(operation) && !change?.dry_run) services.wakeups.ring(tenant);
}

function splitAtQuery(url: string): [path: string, search: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
