import pg from 'pg';
import { askAgain } from '../../db/ask.ts';
import { toApiError } from '../../db/errors.ts';
import { type Ended, startLane, type Work } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import { type ExternalAction, performAction } from '../../tools/actions/perform.ts';
import type { LaneDeps } from '../../tools/lanes/lane-deps.ts';
import { type Answered, completed, type ReportAnswer } from '../reports/index.ts';

/** The answer of worker.job_begin. */
interface Begun {
  type: string;
  config: Record<string, unknown>;
  principal: Record<string, unknown>;
  causation_depth: number;
  job_id: string;
}

/** Runs scheduled jobs: three attempts each, the runs of one job one after the other. */
export const startJobLane = (deps: LaneDeps): Poll =>
  startLane({
    kind: 'job',
    deps,
    concurrency: 8,
    perTenant: 2,
    run: (work) => runJob(deps, work),
  });

async function runJob(deps: LaneDeps, work: Work): Promise<Ended> {
  const key = [work.tenant_id, work.id, work.attempts];
  const begun = await askAgain<Begun | null>(
    deps.pool,
    'select worker.job_begin($1, $2, $3) as answer',
    key,
  );
  const ended = begun ? await attempt(deps, work, key, begun) : undefined;
  deps.wakeups.ring(work.tenant_id);
  return ended;
}

async function attempt(deps: LaneDeps, work: Work, key: unknown[], begun: Begun): Promise<Ended> {
  const { type, config, principal } = begun;
  if (type === 'webhook' || type === 'function' || type === 'sql') {
    const outcome = await performAction(deps, {
      tenant: work.tenant_id,
      type: type as ExternalAction['type'],
      config,
      principal,
      causationDepth: begun.causation_depth,
      trigger: { type: 'job', job_id: begun.job_id, run_id: work.id },
      isMuted: work.is_muted,
    });
    return end(deps, key, outcome);
  }
  const answered = type === 'report' ? await reportAnswer(deps, work, begun) : null;
  if (answered && 'error' in answered) {
    return end(deps, key, answered);
  }
  try {
    await askAgain(deps.pool, 'select worker.job_act($1, $2, $3, $4, $5, $6) as answer', [
      ...key,
      principal,
      type,
      { ...config, ...answered },
    ]);
  } catch (err) {
    // A refused statement has ended in the database. This broke.
    if (!(err instanceof pg.DatabaseError)) throw err;
    deps.log.error({ err, ...work }, 'a scheduled job failed unexpectedly');
    return end(deps, key, { error: 'The server failed unexpectedly.' });
  }
  return undefined;
}

/** The result of a job's report for its principal, or the reason why there is none. */
async function reportAnswer(
  { pool, sql }: LaneDeps,
  { tenant_id }: Work,
  { principal, config }: Begun,
): Promise<{ answer: ReportAnswer; duration_ms: number } | { error: string }> {
  const started = performance.now();
  const ask = 'select worker.report_answer($1, $2, $3) as answer';
  try {
    const asked = await askAgain<Answered>(pool, ask, [tenant_id, principal, config.report_id]);
    const answer = await completed(asked, (request) => sql.ask(tenant_id, principal, request));
    return { answer, duration_ms: Math.round(performance.now() - started) };
  } catch (thrown) {
    const { status, code, message } = toApiError(thrown);
    if (status >= 500) throw thrown;
    return { error: `${code}: ${message}` };
  }
}

async function end(
  { pool }: LaneDeps,
  key: unknown[],
  outcome: { output: unknown } | { error: string },
): Promise<Ended> {
  const output = 'output' in outcome ? JSON.stringify(outcome.output ?? null) : null;
  const error = 'error' in outcome ? outcome.error : null;
  await pool.query('select worker.job_end($1, $2, $3, $4, $5)', [...key, output, error]);
  return error === null ? undefined : 'failed';
}
