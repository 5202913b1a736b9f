import { hasMasked } from '../../actions/seal-actions.ts';
import { type GivenHeader, sealerOf, sealHeaders } from '../../credentials/secret-headers.ts';
import { openAnswer, remakeData } from '../../http/answer.ts';
import type { HandlerCall } from '../../http/handler.ts';
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

/** The tenant of the secrets, and the box that seals them. */
type Sealer = Pick<HandlerCall, 'services' | 'caller'>;

/** POST /v1/webhooks: its address is looked up and its secret made before the database is asked. */
export async function createWebhook(call: HandlerCall<Given>): Promise<string> {
  // No name is looked up for callers who may not create one.
  await call.ask('webhook_list', {});
  const { secret, ...args } = call.args;
  const { url = '', headers = {} } = args;
  await call.services.outbound.requireTarget(url, 'url');
  const sealed = sealHeaders({ url, headers: headers as Headers }, [], 'headers', sealerOf(call));
  return withSecret(
    call,
    await call.run('webhook_create', { ...args, ...sealed, made: made(call, secret) }),
  );
}

/** PATCH /v1/webhooks/:webhook_id: a new address is looked up; secret headers are for one address. */
export async function updateWebhook(
  call: HandlerCall<Given & { webhook_id: string }>,
): Promise<string> {
  const { webhook_id, url, headers } = call.args;
  if (url === undefined && headers === undefined) return call.run('webhook_update', call.args);
  const old = await call.ask<Stored>('webhook_get', { webhook_id });
  if (url !== undefined) await call.services.outbound.requireTarget(url, 'url');
  const next = { url: url ?? old.url, headers: (headers ?? old.headers) as Headers };
  const known = hasMasked(next) ? await call.ask<string[]>('webhook_sealed', { webhook_id }) : [];
  const sealed = sealHeaders(next, known, 'headers', sealerOf(call));
  const made = { basis: old.updated_at };
  return call.run('webhook_update', { ...call.args, headers: sealed.headers, made });
}

/** POST /v1/webhooks/:webhook_id/rotate-secret */
export async function rotateSecret(call: HandlerCall<Given>): Promise<string> {
  const { secret, ...args } = call.args;
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
    return call.ask<object>('webhook_sent', { delivery_id, ...outcome });
  });
}

/** A secret as the database keeps it. */
function made({ services, caller }: Sealer, given: string | undefined) {
  const secret = given ?? newSecret();
  return {
    secret: services.box.seal(caller.tenant, secretPlace, secret),
    secret_preview: previewOf(secret),
  };
}

/** The answer with its secret opened: it is the first one's, also when an Idempotency-Key repeats it. */
const withSecret = ({ services, caller }: Sealer, answer: string): Promise<string> =>
  remakeData<{ secret: string }>(answer, (webhook) => ({
    ...webhook,
    secret: services.box.open(caller.tenant, secretPlace, webhook.secret),
  }));
