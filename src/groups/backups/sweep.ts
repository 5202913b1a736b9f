import type { Task as Job } from 'graphile-worker';
import { noteBases } from '../../backup/note-bases.ts';
import { ask } from '../../db/ask.ts';
import { ofNoTenant, shelfOf } from '../../snapshot/shelf.ts';
import { sweepShelf } from '../../snapshot/shelf-sweep.ts';
import type { TaskDeps } from '../../tools/lanes/tasks.ts';
import { dropSource } from './past-way.ts';

const batch = 500;

type Row = { id: string; tenant_id: string | null };

/** Once an hour: expired backups lose their bytes, bytes without a record go, and so does what a restore beside the database has left. */
export function backupSweep(deps: TaskDeps): Job {
  const { config } = deps;
  const shelf = shelfOf(config);
  return async (_payload, { query, abortSignal }) => {
    const statement = 'select worker.backups_expire($1) as answer';
    for (let expired: Row[] | undefined; expired?.length !== 0; abortSignal?.throwIfAborted()) {
      expired = await ask<Row[]>(query, statement, [batch]);
      for (const { id, tenant_id } of expired)
        await shelf.remove({ tenant: tenant_id ?? ofNoTenant, id });
    }
    await sweepShelf(shelf, query);
    await dropSource(deps);
    if (config.backup) await noteBases(config.backup, query);
  };
}
