import { toApiError } from '../../../db/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { Rights } from '../../../tools/realtime/audience.ts';
import { streamEvent } from '../../../tools/realtime/formats.ts';
import { placeOf, restoredTo } from '../../../tools/realtime/row.ts';
import { Stream } from '../../../tools/realtime/stream.ts';
import { goLive, type Subscription } from '../../../tools/realtime/subscription.ts';

/** The events that are sent unless `types` asks for others. */
const ordinary = ['object.*', 'file.*'];

/** The answer of api.event_stream. */
interface Opened extends Rights {
  since: string | null;
  types: string[] | null;
}

interface Asked {
  token?: string;
  since?: string;
  types?: string[];
}

/** GET /events/stream: events as they happen, from `since` or Last-Event-ID on, until the client disconnects. */
export async function eventStream(call: HandlerCall<Asked>): Promise<undefined> {
  const { services, req, res, ctx, caller, credential, args } = call;
  const { realtime: hub } = services;
  const { opened, resync } = await open(call);
  hub.checkRoom(caller.tenant, credential, true);
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
  const { seq, since, types, ...rights } = opened;
  const place = since ?? seq;
  const stream = new Stream(
    res,
    hub,
    { tenant: caller.tenant, credential, rights: { ...rights, seq } },
    caller.expiresAt,
  );
  const joining = stream.feed.join();
  const ready = JSON.stringify({ connection_id: stream.id, tenant_id: caller.tenant, seq: place });
  stream.write(`retry: ${hub.limits.retryMs}\n${streamEvent('ready', ready, place)}`);
  if (resync) stream.write(streamEvent('resync', JSON.stringify(resync)));
  const subscription: Subscription = {
    channel: '',
    key: '',
    patterns: args.types ?? ordinary,
    ...(types ? { types } : {}),
    ...(since === null ? { past: new Set(rights.past) } : {}),
    outlet: stream,
    place: placeOf(place),
  };
  stream.subscription = subscription;
  // Events between the answer and now are also read: nothing was kept from before.
  const start = { audience: stream.audience, joining, seq: place, isPresent: false };
  goLive(subscription, start).catch((err) => {
    if (!stream.isClosed) services.log.warn({ err }, 'a stream could not continue');
    stream.close();
  });
}

/** The client learns that a place is too old, and continues from the present. */
async function open({ ask, args, req }: HandlerCall<Asked>) {
  const call = (input: object) => ask<Opened>('event_stream', input);
  const { token: _, since: asked, ...input } = args;
  // A browser says it when it connects again by itself: later than its address does.
  const since = req.headers['last-event-id'] ?? asked;
  try {
    return { opened: await call({ ...input, since }), resync: undefined };
  } catch (thrown) {
    const { code, message: reason, extras } = toApiError(thrown);
    if (code !== 'GONE') throw thrown;
    return { opened: await call(input), resync: { reason, ...restoredTo(extras) } };
  }
}
