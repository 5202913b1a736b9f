import type { Task } from 'graphile-worker';
import { z } from 'zod';

const payloadSchema = z.object({ tenant_id: z.string(), resource_id: z.string() });

/**
 * A task that calls `worker.<name>(tenant_id, resource_id)`, each call its own transaction, until it returns true.
 * Safe to kill: the next run goes on where the last committed call ended.
 */
export function repeatUntilDone(name: 'index_build' | 'tenant_purge'): Task {
  return async (payload, { query, abortSignal }) => {
    const { tenant_id, resource_id } = payloadSchema.parse(payload);
    for (;;) {
      const { rows } = await query<{ done: boolean }>(`select worker.${name}($1, $2) as done`, [
        tenant_id,
        resource_id,
      ]);
      if (rows[0]?.done) return;
      abortSignal?.throwIfAborted();
    }
  };
}
