import { ask } from '../../db/ask.ts';
import { shelfOf } from '../../snapshot/shelf.ts';
import { sweepShelf } from '../../snapshot/shelf-sweep.ts';
import { repeatUntilDone } from '../../tools/lanes/repeat.ts';
import type { Task, TaskDeps } from '../../tools/lanes/tasks.ts';

const purgeRows = repeatUntilDone('tenant_purge');
const eraseJournal = repeatUntilDone('journal_erase');

/**
 * Removes the rows of a deleted tenant, 5,000 at a time, and then its bytes: while there are rows they are not
 * orphans. An upload that was under way leaves some behind, for the sweep. Its backups go as well, unless their records were kept.
 * Its journal goes when its time has come: housekeeping queues this again then.
 */
export function tenantPurge({ storage, config }: TaskDeps): Task {
  const shelf = shelfOf(config);
  return async (run) => {
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
    await ask(query, 'select worker.erasure_complete($1) as answer', [tenant_id]);
  };
}
