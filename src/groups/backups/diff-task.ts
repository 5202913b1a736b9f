import { ask, askAgain } from '../../db/ask.ts';
import { newId } from '../../db/new-id.ts';
import { dropStaging } from '../../snapshot/staging.ts';
import type { Task, TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { comparing } from '../diffs/index.ts';
import { loadStaging } from './load-staging.ts';
import { isFinal, messageOf } from './work.ts';

type Found = { backup_id: string; backup_tenant_id: string | null } | null;

/** Compares a tenant with a backup, which is loaded for it and dropped. Begins from nothing each time. */
export function diffTask(deps: TaskDeps): Task {
  return async (run) => {
    const { tenant_id: tenant, subject, attempts, signal } = run;
    const find = (staging: string | null) =>
      askAgain<Found>(run.query, 'select worker.diff_backup($1, $2, $3) as answer', [
        ...[tenant, subject, staging],
      ]);
    const found = await find(null);
    if (!found) return;
    const staging = newId('ten');
    const backup = { ...found, attempts, sealed: null, lock: null };
    try {
      const going = { signal, onProgress: () => {} };
      const loading = { deps, run, note: async () => null, backup, into: tenant };
      await loadStaging(loading, staging, going);
      await find(staging);
      await comparing(deps, run);
    } catch (error) {
      if (signal.aborted || !isFinal(error, backup)) throw error;
      await fail(run, messageOf(error));
    } finally {
      // One that is left by a process that dies is swept.
      if (!signal.aborted)
        await dropStaging({ pool: run.pool, storage: deps.storage }, staging, signal);
    }
  };
}

async function fail({ query, tenant_id, subject }: TaskRun, error: string): Promise<void> {
  const next = (changes: object) =>
    ask<{ round: number } | null>(query, 'select worker.diff_next($1, $2, $3) as answer', [
      ...[tenant_id, subject],
      JSON.stringify(changes),
    ]);
  const begun = await next({});
  if (begun) await next({ round: begun.round, status: 'failed', error });
}
