import { ask } from '../../db/ask.ts';
import { cancelStatement } from '../../db/cancel.ts';
import type { Task, TaskRun } from '../../tools/lanes/tasks.ts';

const progressMs = 2_000;
/** A move that has failed so often is given up; the operator may ask for it again. */
const mostAttempts = 5;
/** Another move is under way: a cluster makes them one after the other, and has no code for it. */
const isTaken = /could not acquire the lock required/;

/** As /admin shows it. */
interface Move {
  to_shard: string;
  alone: boolean;
}

/** Moves a tenant to the node that its record names. Wherever it is ended, the tenant is whole on one node or the other. */
export const moveTenant: Task = async (run) => {
  const move = await next<Move>(run, { status: 'running' });
  if (!move) return;
  const timer = setInterval(() => void progress(run).catch(() => {}), progressMs);
  try {
    if (move.alone) await onCoordinator(run, 'select worker.shard_isolate($1)', [run.tenant_id]);
    await onCoordinator(run, 'select worker.shard_move($1, $2)', [run.tenant_id, move.to_shard]);
  } catch (error) {
    if (run.signal.aborted || !isFinal(error, run)) throw error;
    await next(run, { status: 'failed', error: (error as Error).message });
    return;
  } finally {
    clearInterval(timer);
  }
  await next(run, { status: 'completed', error: null });
};

function isFinal(error: unknown, { attempts }: TaskRun): boolean {
  return attempts >= mostAttempts && !isTaken.test((error as Error).message);
}

/** @returns undefined when the move has ended */
async function next<T = unknown>(run: TaskRun, changes: object): Promise<T | undefined> {
  const { tenant_id, subject, query } = run;
  const statement = 'select worker.tenant_move_next($1, $2, $3) as answer';
  return (
    (await ask<T | null>(query, statement, [tenant_id, subject, JSON.stringify(changes)])) ??
    undefined
  );
}

async function progress(run: TaskRun): Promise<void> {
  const bytes = await ask<{ done: number | null; total: number | null }>(
    run.query,
    'select worker.shard_progress($1) as answer',
    [run.tenant_id],
  );
  if (bytes.total !== null) await next(run, bytes);
}

/** Runs a statement that takes as long as copying the rows; it ends with the run. */
async function onCoordinator(run: TaskRun, text: string, values: unknown[]): Promise<void> {
  const client = await run.pool.connect();
  const end = () => void cancelStatement(client);
  run.signal.addEventListener('abort', end);
  try {
    run.signal.throwIfAborted();
    await client.query(text, values);
  } finally {
    run.signal.removeEventListener('abort', end);
    client.release();
  }
}
