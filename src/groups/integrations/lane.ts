import pg from 'pg';
import { askAgain } from '../../db/ask.ts';
import { toApiError } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import { HeldError, OutboundError } from '../../outbound/safe-fetch.ts';
import { type Ended, startLane, type Work } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { LaneDeps } from '../../tools/lanes/lane-deps.ts';
import type { Message } from './providers/provider.ts';
import { providers } from './providers/providers.ts';
import { open } from './providers/secrets.ts';
import { runSync, type Source, type SyncSteps } from './run-sync.ts';

/** The answer of worker.integration_begin. */
interface Begun {
  principal: object;
  read: number;
  source: Source;
}

/** How long a sync waits, all in all, for servers that ask for it. */
const patienceMs = 60_000;

/** Runs syncs, those of one integration one after the other. */
export function startIntegrationLane(deps: LaneDeps): Poll {
  return startLane({
    kind: 'integration',
    deps,
    concurrency: 4,
    perTenant: 2,
    run: (work, ending) => run(deps, work, ending),
  });
}

async function run(deps: LaneDeps, work: Work, ending: AbortSignal): Promise<Ended> {
  let ended: Ended;
  const key = [work.tenant_id, work.id, work.attempts];
  const { pool, outbound, wakeups, box } = deps;
  const begun = await askAgain<Begun | null>(
    pool,
    'select worker.integration_begin($1, $2, $3) as answer',
    key,
  );
  if (begun) {
    const { source, read } = begun;
    const context = {
      outbound,
      tenant: work.tenant_id,
      patience: { leftMs: patienceMs, signal: ending },
      inbox: () =>
        askAgain<Message[]>(pool, 'select worker.integration_inbox($1, $2) as answer', [
          work.tenant_id,
          source.id,
        ]),
    };
    const steps = stepsOf(deps, key, begun);
    const outcome = await attempt(deps, work, ending, async () => {
      const config = open(providers[source.provider], source.config, source.secrets, {
        box,
        tenant: work.tenant_id,
      });
      return runSync(source, config, read, context, steps, ending);
    });
    if (outcome === 'interrupted') return undefined;
    if (outcome !== null) ended = 'failed';
    await askAgain(pool, 'select worker.integration_end($1, $2, $3, $4) as answer', [
      ...key,
      outcome,
    ]);
  }
  wakeups.ring(work.tenant_id);
  return ended;
}

/** Returns why a sync has failed; null when it has not, and `interrupted` when another attempt continues it. */
async function attempt(
  { log }: LaneDeps,
  work: Work,
  ending: AbortSignal,
  sync: () => Promise<boolean>,
): Promise<string | null> {
  try {
    return (await sync()) ? null : 'interrupted';
  } catch (err) {
    if (err instanceof OutboundError) return err.message;
    if (ending.aborted || err instanceof HeldError) return 'interrupted';
    if (!(err instanceof pg.DatabaseError) && !(err instanceof ApiError)) throw err;
    if (err instanceof pg.DatabaseError && err.code === 'PT409' && !err.detail)
      return 'interrupted';
    const { status, code, message } = toApiError(err);
    if (status < 500) return `${code}: ${message}`;
    log.error({ err, ...work }, 'a sync failed unexpectedly');
    return 'The server failed unexpectedly.';
  }
}

const stepsOf = ({ pool }: LaneDeps, key: unknown[], { principal }: Begun): SyncSteps => ({
  async take(page, cursor) {
    await askAgain(pool, 'select worker.integration_take($1, $2, $3, $4, $5, $6) as answer', [
      ...key,
      principal,
      JSON.stringify(page),
      cursor,
    ]);
  },
  changes: (after) =>
    askAgain(pool, 'select worker.integration_changes($1, $2, $3, $4, $5) as answer', [
      ...key,
      principal,
      after,
    ]),
  async sent(changes) {
    await askAgain(pool, 'select worker.integration_sent($1, $2, $3, $4) as answer', [
      ...key,
      JSON.stringify(changes),
    ]);
  },
});
