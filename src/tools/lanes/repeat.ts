import type { Task } from './tasks.ts';

/**
 * A task that calls `worker.<name>(tenant, subject)`, each call its own transaction, until it returns true.
 * Safe to kill: the next run continues where the last committed call ended.
 */
export function repeatUntilDone(
  name:
    | 'backup_schedule_walk'
    | 'index_build'
    | 'invariant_check'
    | 'journal_erase'
    | 'plan_standings_tell'
    | 'sandbox_drop'
    | 'subscription_period_end'
    | 'tenant_purge'
    | 'user_blank'
    | 'user_erase',
): Task {
  return async ({ tenant_id, subject, query, signal }) => {
    for (;;) {
      const { rows } = await query<{ done: boolean }>(`select worker.${name}($1, $2) as done`, [
        tenant_id,
        subject,
      ]);
      if (rows[0]?.done) return;
      signal.throwIfAborted();
    }
  };
}
