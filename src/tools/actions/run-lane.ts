import type pg from 'pg';
import { askAgain } from '../../db/ask.ts';
import { type Ended, startLane, type Work } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { LaneDeps } from '../lanes/lane-deps.ts';
import { performAction } from './perform.ts';

/** Runs of everything with actions; `worker.<kind>_advance` continues one. */
type Kind = 'automation' | 'workflow';

/** A step that the database hands out. */
interface External {
  type: 'webhook' | 'function' | 'ai_generate';
  config: Record<string, unknown>;
  template: Record<string, unknown> | null;
  principal: Record<string, unknown>;
  causation_depth: number;
  step: number;
  attempt: number;
}

/** Does the runs of a kind: the database what it can, this process what leaves it. */
export function startRunLane(deps: LaneDeps, kind: Kind): Poll {
  return startLane({
    kind,
    deps,
    concurrency: 16,
    perTenant: 4,
    run: (work) => goOn(deps, kind, work),
  });
}

async function goOn(deps: LaneDeps, kind: Kind, work: Work): Promise<Ended> {
  let result: object | null = null;
  let ended: Ended;
  for (;;) {
    const next = await advance(deps.pool, kind, work, result);
    deps.wakeups.ring(work.tenant_id);
    if (!next) return ended;
    const { type, config, template, principal, causation_depth, step, attempt } = next;
    const outcome = await performAction(deps, {
      tenant: work.tenant_id,
      type,
      config,
      template,
      principal,
      causationDepth: causation_depth,
      trigger: { type: kind, run_id: work.id },
      isMuted: work.is_muted,
    });
    if ('error' in outcome) ended = 'failed';
    result = { ...outcome, step, attempt };
  }
}

/** Goes on with a run, with what came of its last step. @returns the next that is done here; null for none */
const advance = (
  pool: pg.Pool,
  kind: Kind,
  { tenant_id, id, attempts }: Work,
  result: object | null,
): Promise<External | null> =>
  askAgain(pool, `select worker.${kind}_advance($1, $2, $3, $4) as answer`, [
    tenant_id,
    id,
    attempts,
    result && JSON.stringify(result),
  ]);
