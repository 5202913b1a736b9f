import { ask } from '../../db/ask.ts';
import { startLane, type Work } from '../../worker/lane.ts';
import type { LaneDeps } from '../../worker/lanes.ts';
import type { Poll } from '../../worker/poll.ts';
import { type DeliveryMessage, type Outcome, send } from './send.ts';

const concurrency = 64;
/** A host that takes its 15 seconds for each delivery holds up its own tenant alone. */
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
      if (!message) return;
      const outcome = await send(deps, work.tenant_id, message);
      const { status, error, duration_ms } = outcome;
      log.debug({ ...work, status, error, duration_ms }, 'delivered a webhook');
      if (await end(work, outcome)) wakeups.ring(work.tenant_id);
    },
  });
}
