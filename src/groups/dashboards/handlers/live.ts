import { dataOf } from '../../../operations/answer.ts';
import type { Ask, HandlerCall } from '../../../operations/handler.ts';
import { viewersOf } from '../live.ts';
import { openShared } from './open-shared.ts';

/** GET /d/:share_token/live: changes on a shared dashboard, until the client disconnects. */
export async function watchDashboard(
  call: HandlerCall<{ share_token: string }>,
): Promise<undefined> {
  const { req, res, ctx, caller, services, args } = call;
  await openShared(call);
  const viewers = viewersOf(services);
  const place = { tenant: caller.tenant, token: args.share_token, ip: ctx.ip };
  viewers.checkRoom(place.tenant, place.token, place.ip);
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  res.write('retry: 3000\n\n');
  viewers.enter(place, res, () => openShared(laterOf(call), true));
}

/** The call as it is for all viewers: it continues when the first viewer has left. */
const laterOf = (call: HandlerCall<{ share_token: string }>): typeof call => {
  const { services, caller, credential, ctx } = call;
  const { signal: _, ...rest } = ctx;
  const who = { tenant: caller.tenant, credential };
  const ask: Ask = async (operation, args) =>
    dataOf(await services.operations.call(who, operation, args, { kind: 'read' }));
  return { ...call, ctx: rest as typeof ctx, ask };
};
