import { type GivenHeader, sealerOf, sealHeaders } from '../../credentials/secret-headers.ts';
import { type AnyAnswer, openAnswer, remakeData } from '../../operations/answer.ts';
import type { HandlerCall } from '../../operations/handler.ts';
import type { Context } from '../../operations/operation.ts';
import { hasMasked } from '../../tools/actions/seal-actions.ts';
import { newSecret, previewOf, secretPlace } from './secret.ts';
import { type DeliveryMessage, send } from './send.ts';

interface Given {
  url?: string;
  secret?: string;
  /** As headerFault lets them pass. */
  headers?: Record<string, unknown>;
}

type Headers = Record<string, GivenHeader>;

interface Stored {
  url: string;
  headers: Record<string, string>;
  updated_at: string;
}

/** POST /v1/webhooks: its address is looked up and its secret made before the database is asked. */
export async function prepareWebhook(
  context: Context,
  { secret, ...args }: Given,
): Promise<object> {
  // No name is looked up for callers who may not create one.
  await context.ask('webhook_list', {});
  const { url = '', headers = {} } = args;
  await context.services.outbound.requireTarget(url, 'url');
  const call = { url, headers: headers as Headers };
  const sealed = sealHeaders(call, [], 'headers', sealerOf(context));
  return { ...args, ...sealed, made: made(context, secret) };
}

/** PATCH /v1/webhooks/:webhook_id: a new address is looked up; secret headers are for one address. */
export async function prepareChange(
  context: Context,
  args: Given & { webhook_id: string },
): Promise<object> {
  const { webhook_id, url, headers } = args;
  if (url === undefined && headers === undefined) return args;
  const { ask, services } = context;
  const old = await ask<Stored>('webhook_get', { webhook_id });
  if (url !== undefined) await services.outbound.requireTarget(url, 'url');
  const next = { url: url ?? old.url, headers: (headers ?? old.headers) as Headers };
  const known = hasMasked(next) ? await ask<string[]>('webhook_sealed', { webhook_id }) : [];
  const sealed = sealHeaders(next, known, 'headers', sealerOf(context));
  return { ...args, headers: sealed.headers, made: { basis: old.updated_at } };
}

/** POST /v1/webhooks/:webhook_id/rotate-secret */
export const prepareRotation = (context: Context, { secret, ...args }: Given): object => ({
  ...args,
  made: made(context, secret),
});

/** POST /v1/webhooks/:webhook_id/test and /replay: sends what the database has logged, and logs what came of it. */
export async function probeWebhook(call: HandlerCall): Promise<AnyAnswer> {
  const { route, services, caller, args, change } = call;
  // Before it is logged, as one that was never sent.
  if (!change?.dry_run) await services.hold.requireOpen(caller.tenant);
  const logged = await call.run(route.id.replace('.', '_'), args);
  const isRepeated = 'Idempotent-Replayed' in openAnswer(logged).headers;
  return remakeData<DeliveryMessage>(logged, async (message) => {
    if (change?.dry_run) return { status_code: 0, error: 'A dry run: nothing was sent.' };
    const { delivery_id } = message;
    const outcome = isRepeated ? {} : { outcome: await send(services, caller.tenant, message) };
    return call.ask<object>('webhook_sent', { delivery_id, ...outcome });
  });
}

/** A secret as the database keeps it. */
function made({ services, caller }: Context, given: string | undefined) {
  const secret = given ?? newSecret();
  return {
    secret: services.box.seal(caller.tenant, secretPlace, secret),
    secret_preview: previewOf(secret),
  };
}

/** A webhook with its secret opened: it is the first one's, also when an Idempotency-Key repeats the answer. */
export const showSecret = ({ services, caller }: Context, webhook: { secret: string }): object => ({
  ...webhook,
  secret: services.box.open(caller.tenant, secretPlace, webhook.secret),
});
