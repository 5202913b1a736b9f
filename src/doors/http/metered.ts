import type { IncomingMessage, ServerResponse } from 'node:http';
import { toApiError } from '../../db/errors.ts';
import { ClientLeft } from '../../ground/concurrency/client-left.ts';
import type { Caller } from '../../operations/caller.ts';
import type { RequestContext } from '../../operations/context.ts';
import type { KeyToken } from '../../operations/credential.ts';
import type { RateLimits, TenantOnly } from '../../operations/limits.ts';
import { countsAgainstPlan, type Route } from '../../operations/route.ts';
import type { Meter } from '../../tools/metering/meter.ts';
import { clientGone } from './request-log.ts';

type Handle = (req: IncomingMessage, res: ServerResponse, ctx: RequestContext) => Promise<boolean>;

/** Returns `handle` with each call counted that was admitted: with the status of its answer, or of its refusal. */
export function metered(meter: Meter, handle: Handle): Handle {
  return async (req, res, ctx) => {
    try {
      const isHandled = await handle(req, res, ctx);
      note(meter, ctx, res.statusCode);
      return isHandled;
    } catch (error) {
      note(
        meter,
        ctx,
        error instanceof ClientLeft && ctx.signal.aborted ? clientGone : toApiError(error).status,
      );
      throw error;
    }
  };
}

/** Counts an answered call. A call that turned out to have no right (401) is not the tenant's. */
function note(meter: Meter, ctx: RequestContext, status: number): void {
  const { isMetered, tenant, route, startedAt } = ctx;
  if (!isMetered || !tenant || !route || status === 401) return;
  meter.note({ tenant, operation: route.id, status, ms: performance.now() - startedAt });
}

/**
 * Counts a call against the limits of its caller: requests per minute, and calls of the month.
 * @param who whose requests they are
 * @throws 429, 403 PLAN_LIMIT_EXCEEDED
 */
export async function admit(
  { limits, meter }: { limits: RateLimits; meter: Meter },
  { route, ctx }: { route: Route; ctx: RequestContext },
  { tenant, key, bearer }: Caller,
  who: KeyToken | TenantOnly,
): Promise<void> {
  ctx.tenant = tenant;
  ctx.stage = 'rate';
  try {
    ctx.headers = { ...ctx.headers, ...(await limits.count(who, ctx.ip)) };
  } finally {
    // A forged token must not use up the calls of the tenant that it names.
    ctx.isMetered = key ? limits.knows(key) : 'session' in bearer;
  }
  if (ctx.isMetered && countsAgainstPlan(route))
    ctx.headers = { ...ctx.headers, ...meter.check(tenant) };
}
