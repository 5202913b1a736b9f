import { ask } from '../../db/ask.ts';
import type { Storage } from '../../storage/storage.ts';
import { repeatUntilDone } from '../../tools/lanes/repeat.ts';
import type { Task } from '../../tools/lanes/tasks.ts';

const purgeRows = repeatUntilDone('tenant_purge');

/**
 * Removes the rows of a deleted tenant, 5,000 at a time, and then its bytes: while there are rows they are not
 * orphans. An upload that was under way leaves some behind, for the sweep.
 */
export function tenantPurge(storage: Storage): Task {
  return async (run) => {
    const { tenant_id, query } = run;
    await purgeRows(run);
    const statement = 'select worker.tenant_is_deleted($1) as answer';
    if (await ask<boolean>(query, statement, [tenant_id])) await storage.removeTenant(tenant_id);
  };
}
