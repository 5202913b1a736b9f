import { ApiError } from '../../errors.ts';
import { openAnswer, remakeData } from '../../http/envelope.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { OutboundError } from '../../outbound/safe-fetch.ts';
import { newSecret, previewOf, secretPlace } from './secret.ts';
import { type DeliveryMessage, send } from './send.ts';

interface Given {
  url?: string;
  secret?: string;
}

/** POST /v1/webhooks: its address is looked up and its secret made before the database is asked. */
export async function createWebhook(call: HandlerCall): Promise<string> {
  // No name is looked up for callers who may not create one.
  await call.run('webhook_list', {});
  const { secret, ...args } = call.args as Given;
  await checkUrl(call, args.url);
  return withSecret(call, await call.run('webhook_create', { ...args, made: made(call, secret) }));
}

/** PATCH /v1/webhooks/:webhook_id: a new address is looked up. */
export async function updateWebhook(call: HandlerCall): Promise<string> {
  const { url } = call.args as Given;
  if (url !== undefined) {
    await call.run('webhook_get', { webhook_id: call.args.webhook_id });
    await checkUrl(call, url);
  }
  return call.run('webhook_update', call.args);
}

/** POST /v1/webhooks/:webhook_id/rotate-secret */
export async function rotateSecret(call: HandlerCall): Promise<string> {
  const { secret, ...args } = call.args as Given;
  const rotated = await call.run('webhook_rotate_secret', { ...args, made: made(call, secret) });
  return withSecret(call, rotated);
}

/** POST /v1/webhooks/:webhook_id/test and /replay: sends what the database has logged, and logs what came of it. */
export async function probeWebhook(call: HandlerCall): Promise<string> {
  const { route, services, caller, args, change } = call;
  const logged = await call.run(route.id.replace('.', '_'), args);
  const isRepeated = 'Idempotent-Replayed' in openAnswer(logged).headers;
  return remakeData<DeliveryMessage>(logged, async (message) => {
    if (change?.dry_run) return { status_code: 0, error: 'A dry run: nothing was sent.' };
    const { delivery_id } = message;
    const outcome = isRepeated ? {} : { outcome: await send(services, caller.tenant, message) };
    return JSON.parse(await call.run('webhook_sent', { delivery_id, ...outcome }));
  });
}

/** @throws 400 for an address that is private, leads back here, or is none */
async function checkUrl({ services }: HandlerCall, url: string | undefined): Promise<void> {
  try {
    await services.outbound.checkTarget(url ?? '');
  } catch (error) {
    if (error instanceof OutboundError)
      throw ApiError.invalid('url', 'invalid_url', `cannot be called. ${error.message}`);
    throw error;
  }
}

/** A secret as the database keeps it. */
function made({ services, caller }: HandlerCall, given: string | undefined) {
  const secret = given ?? newSecret();
  return {
    secret: services.box.seal(caller.tenant, secretPlace, secret),
    secret_preview: previewOf(secret),
  };
}

/** The answer with its secret opened: it is the first one's, also when an Idempotency-Key repeats it. */
const withSecret = ({ services, caller }: HandlerCall, answer: string): Promise<string> =>
  remakeData<{ secret: string }>(answer, (webhook) => ({
    ...webhook,
    secret: services.box.open(caller.tenant, secretPlace, webhook.secret),
  }));
