import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { type Storage, uploadKey } from '../../storage/storage.ts';
import { ask, type Query } from '../../worker/tasks-ask.ts';

const payloadSchema = z.object({ tenant_id: z.string() });

const tenantsAtOnce = 100;
const keysAtOnce = 200;
const filesAtOnce = 200;

/** After a purge: the bytes that nothing needs any more go at once. What is missed then, the hourly round finds. */
export function bytesRemove(storage: Storage): Task {
  return async (payload, { query, abortSignal }) => {
    const { tenant_id } = payloadSchema.parse(payload);
    await removeBytes(query, storage, tenant_id, abortSignal);
  };
}

/**
 * Once an hour, tenant by tenant: uploads that never came go, and bytes that nothing needs. Each batch is a transaction
 * of its own; a killed worker goes on where it was at the next hour.
 */
export async function cleanStorage(
  query: Query,
  storage: Storage,
  signal?: AbortSignal,
): Promise<void> {
  const faults: unknown[] = [];
  for await (const tenant of storageTenants(query, true)) {
    try {
      await removeStale(query, storage, tenant, signal);
      await removeBytes(query, storage, tenant, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // The next tenant's may well be removable.
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** Tenants that have had files, or (isDue) something to be cleaned up, page by page. */
export async function* storageTenants(query: Query, isDue: boolean): AsyncGenerator<string> {
  const statement = 'select jobs.storage_tenants($1, $2, $3) as answer';
  for (let after: string | undefined = ''; after !== undefined; ) {
    const tenants: string[] = await ask(query, statement, [after, tenantsAtOnce, isDue]);
    yield* tenants;
    after = tenants.at(-1);
  }
}

/**
 * Removes bytes in three steps, each safe to repeat: the rows are marked, so that nothing comes to need them; the bytes
 * go; the rows go. Whoever is killed in between leaves marked rows, which the next one takes up again.
 */
export async function removeBytes(
  query: Query,
  storage: Storage,
  tenant: string,
  signal?: AbortSignal,
): Promise<void> {
  const claim = 'select jobs.blobs_claim($1, $2) as answer';
  for (;;) {
    const keys = await ask<string[] | null>(query, claim, [tenant, keysAtOnce]);
    if (keys === null) return;
    await storage.remove(keys);
    await query('select jobs.blobs_gone($1, $2)', [tenant, keys]);
    signal?.throwIfAborted();
  }
}

async function removeStale(
  query: Query,
  storage: Storage,
  tenant: string,
  signal?: AbortSignal,
): Promise<void> {
  const clean = 'select jobs.files_clean($1, $2) as answer';
  for (;;) {
    const ids = await ask<string[]>(query, clean, [tenant, filesAtOnce]);
    for (const id of ids) await storage.dropUpload(uploadKey(tenant, id));
    if (ids.length < filesAtOnce) return;
    signal?.throwIfAborted();
  }
}
