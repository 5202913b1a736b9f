import type { Credential } from '../../db/call.ts';
import { toApiError } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import { dataOf } from '../../operations/answer.ts';
import { countingFailures } from '../../operations/authenticate.ts';
import type { Caller, Callers } from '../../operations/caller.ts';
import type { RequestContext } from '../../operations/context.ts';
import type { KeyUses } from '../../operations/key-uses.ts';
import type { RateLimits } from '../../operations/limits.ts';
import type { Services } from '../../operations/services.ts';
import type { Meter } from '../metering/meter.ts';
import type { Rights } from '../realtime/audience.ts';
import type { Admitted } from '../realtime/connection.ts';
import { withPermission } from '../realtime/permission.ts';

export interface SocketDeps {
  services: Services;
  callers: Callers;
  limits: RateLimits;
  keyUses: KeyUses;
  meter: Meter;
}

/**
 * Lets a caller in who wants to listen: counted as a request is, and admitted by the database.
 * @throws 401, 403, 404, 429, 503
 */
export async function enter(
  deps: SocketDeps,
  caller: Caller,
  ctx: RequestContext,
): Promise<Admitted> {
  await deps.services.installation.requireOpen(false);
  ctx.tenant = caller.tenant;
  ctx.headers = await deps.limits.count(caller.key ?? caller, ctx.ip);
  if (!caller.key || deps.limits.knows(caller.key)) deps.meter.check(caller.tenant);
  const credential = {
    ...caller.bearer,
    scope: 'read',
    permission: '',
    request_id: ctx.requestId,
    ip: ctx.ip,
    ...(ctx.userAgent ? { user_agent: ctx.userAgent } : {}),
  } as Credential;
  try {
    const who = await admit(deps, caller, credential, caller.hints);
    deps.keyUses.note(caller, ctx.ip);
    // Opening a socket is one call; messages on it do not count.
    const ms = performance.now() - ctx.startedAt;
    deps.meter.note({ tenant: caller.tenant, operation: 'realtime.connect', status: 101, ms });
    return who;
  } catch (thrown) {
    if ((thrown as { code?: string }).code === 'PT401')
      await deps.limits.countFailure(ctx.ip, caller.key);
    throw await explained(deps, thrown, caller);
  }
}

/** The same for the token that the first message on a socket holds. @param hints of the request that opened it */
export const enterWithToken = async (
  deps: SocketDeps,
  token: string,
  ctx: RequestContext,
  hints: string[],
): Promise<Admitted> =>
  enter(
    deps,
    await countingFailures(deps.limits, ctx, () => deps.callers.ofToken(token, hints)),
    ctx,
  );

/** A tenant that does not exist does not contradict the token. */
async function explained(deps: SocketDeps, thrown: unknown, { hints }: Caller): Promise<unknown> {
  if (toApiError(thrown).code !== 'TENANT_MISMATCH') return thrown;
  for (const hint of hints)
    if ((await deps.services.gateway.tenantFind(hint)) === null)
      return new ApiError('TENANT_NOT_FOUND', 'There is no such tenant.');
  return thrown;
}

/** For the message `auth` of a socket that is open. */
export async function admitToken(
  deps: SocketDeps,
  token: string,
  before: Credential,
): Promise<Admitted> {
  const { request_id, ip, user_agent } = before;
  const caller = await deps.callers.ofToken(token);
  const common = { scope: 'read', permission: '', request_id, ip };
  const agent = user_agent ? { user_agent } : {};
  return admit(deps, caller, { ...caller.bearer, ...common, ...agent } as Credential, []);
}

async function admit(
  { services }: SocketDeps,
  caller: Caller,
  credential: Credential,
  hints: string[],
): Promise<Admitted> {
  const asked = hints.length > 0 ? { ...credential, tenant_hints: hints } : credential;
  const who = { tenant: caller.tenant, credential: withPermission(asked) };
  const answer = await services.operations.call(who, 'realtime_access', {});
  const { lost: _, ...rights } = dataOf<Rights & { lost: string[] }>(answer);
  const { tenant, expiresAt } = caller;
  return { tenant, credential, rights, ...(expiresAt === undefined ? {} : { expiresAt }) };
}
