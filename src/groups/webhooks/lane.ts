import { ask } from '../../db/ask.ts';
import { deliveries } from '../../ground/machine/counters.ts';
import { tracing } from '../../ground/tracing/tracing.ts';
import { startLane, type Work } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { LaneDeps } from '../../tools/lanes/lane-deps.ts';
import { type DeliveryMessage, type Outcome, send } from './send.ts';

const concurrency = 64;
/** A host that takes its 15 seconds for each delivery only holds up its own tenant. */
const perTenant = 16;
/** Longer than any attempt. */
const leaseSeconds = 30;

/** Delivers webhooks: a delivery is begun in one transaction and ended in another, and sent in between. */
export function startWebhookLane(deps: LaneDeps): Poll {
  const { pool, log, wakeups } = deps;

  const begin = ({ tenant_id, id, attempts }: Work) =>
    ask<DeliveryMessage | null>(pool, 'select worker.webhook_begin($1, $2, $3) as answer', [
      tenant_id,
      id,
      attempts,
    ]);
  const end = ({ tenant_id, id, attempts }: Work, outcome: Outcome) =>
    ask<boolean>(pool, 'select worker.webhook_end($1, $2, $3, $4) as answer', [
      tenant_id,
      id,
      attempts,
      JSON.stringify(outcome),
    ]);

  return startLane({
    kind: 'webhook',
    deps,
    concurrency,
    perTenant,
    leaseSeconds,
    async run(work) {
      const message = await begin(work);
      if (!message) return undefined;
      tracing()?.causedBy(message.root);
      const outcome = await send(deps, work.tenant_id, message);
      const { status, error, duration_ms } = outcome;
      log.debug({ ...work, status, error, duration_ms }, 'delivered a webhook');
      if (await end(work, outcome)) wakeups.ring(work.tenant_id);
      return count(outcome, work.attempts);
    },
  });
}

/** As in worker.webhook_end, which gives up after as many attempts. */
const maxAttempts = 10;

function count({ status }: Outcome, attempts: number): 'failed' | undefined {
  const isDelivered = status !== null && status >= 200 && status < 300;
  const isLast = attempts >= maxAttempts || status === 410;
  const result = isDelivered ? 'delivered' : isLast ? 'failed' : 'retried';
  const answer = status === null ? 'none' : `${Math.floor(status / 100)}xx`;
  deliveries.inc({ result, answer });
  return isDelivered ? undefined : 'failed';
}
