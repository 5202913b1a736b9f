import { isHeld, noteErasures } from '../../backup/erasures.ts';
import { ask } from '../../db/ask.ts';
import { shelfOf } from '../../snapshot/shelf.ts';
import { sweepShelf } from '../../snapshot/shelf-sweep.ts';
import { repeatUntilDone } from '../../tools/lanes/repeat.ts';
import type { Task, TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';

interface Gone {
  gone_at: string;
  /** As far as the database knows. */
  is_due: boolean;
}

const purgeRows = repeatUntilDone('tenant_purge');
const eraseJournal = repeatUntilDone('journal_erase');

/**
 * Removes the rows of a deleted tenant, 5,000 at a time, and then its bytes: while there are rows they are not
 * orphans. An upload that was under way leaves some behind, for the sweep. Its backups go as well, unless their records were kept.
 * Its journal goes when its time has come, and it is complete when no base backup holds it: housekeeping queues this again then.
 */
export function tenantPurge({ storage, config }: TaskDeps): Task {
  const shelf = shelfOf(config);
  /** The removal does not wait for a destination that is away. @returns the reason */
  const tell = ({ query, tenant_id }: TaskRun) =>
    noteErasures(config, query, tenant_id).catch((error: Error) => error);
  return async (run) => {
    const fault = await tell(run);
    await purge(run);
    if (fault) throw fault;
  };

  async function purge(run: TaskRun): Promise<void> {
    const { tenant_id, query } = run;
    await ask(query, 'select worker.erasure_measure($1) as answer', [tenant_id]);
    await purgeRows(run);
    const statement = 'select worker.tenant_is_deleted($1) as answer';
    if (!(await ask<boolean>(query, statement, [tenant_id]))) return;
    await storage.removeTenant(tenant_id);
    await sweepShelf(shelf, query, tenant_id);
    if (!(await ask<boolean>(query, 'select worker.erasure_cleared($1) as answer', [tenant_id])))
      return;
    await eraseJournal(run);
    const gone = await ask<Gone | null>(query, 'select worker.erasure_gone($1, $2) as answer', [
      ...[tenant_id, config.backup?.retentionDays],
    ]);
    if (!gone?.is_due || (await isHeld(config, gone.gone_at))) return;
    await ask(query, 'select worker.erasure_complete($1) as answer', [tenant_id]);
  }
}
