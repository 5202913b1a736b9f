import type { Task } from 'graphile-worker';
import { ask } from '../../db/ask.ts';
import type { Storage } from '../../storage/storage.ts';
import { repeatUntilDone } from '../../worker/repeat.ts';

const purgeRows = repeatUntilDone('tenant_purge');

/**
 * Removes the rows of a deleted tenant, 5,000 at a time, and then its bytes: while there are rows they are not orphans.
 * An upload that was under way leaves some behind, for the sweep.
 */
export function tenantPurge(storage: Storage): Task {
  return async (payload, helpers) => {
    await purgeRows(payload, helpers);
    const { tenant_id } = payload as { tenant_id: string };
    const statement = 'select worker.tenant_is_deleted($1) as answer';
    if (await ask<boolean>(helpers.query, statement, [tenant_id]))
      await storage.removeTenant(tenant_id);
  };
}
