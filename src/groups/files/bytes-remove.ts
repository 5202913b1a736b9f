import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { removeBytes } from '../../storage/clean.ts';
import type { Storage } from '../../storage/storage.ts';

const payloadSchema = z.object({ tenant_id: z.string() });

/** After a purge: the bytes that nothing needs any more go at once. What is missed then, the hourly round finds. */
export function bytesRemove(storage: Storage): Task {
  return async (payload, { query, abortSignal }) => {
    const { tenant_id } = payloadSchema.parse(payload);
    await removeBytes(query, storage, tenant_id, abortSignal);
  };
}
