import { ask } from '../../db/ask.ts';
import { startLane } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { LaneDeps } from '../../tools/lanes/lane-deps.ts';

const concurrency = 4;
/** Longer than a part takes; another worker continues the work of a killed one. */
const leaseSeconds = 60;

/**
 * Rolls clicks up, and forgets visitors: a tenant has one work of each kind, `roll_up` a few seconds after its first
 * click, `forget` once a day. Each part is a transaction of its own.
 */
export function startShortUrlLane(deps: LaneDeps): Poll {
  return startLane({
    kind: 'short_url',
    deps,
    concurrency,
    perTenant: 1,
    leaseSeconds,
    async run({ tenant_id, id, attempts }, ending) {
      const name = id === 'forget' ? 'short_urls_forget' : 'short_urls_roll_up';
      const statement = `select worker.${name}($1, $2, $3) as answer`;
      while (!ending.aborted)
        if (await ask<boolean>(deps.pool, statement, [tenant_id, id, attempts])) return;
    },
  });
}
