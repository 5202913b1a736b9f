import { removeBytes } from '../../storage/clean.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Task } from '../../tools/lanes/tasks.ts';

/** After a purge: the bytes that nothing needs any more go at once. The hourly round finds bytes that were missed. */
export const bytesRemove =
  (storage: Storage): Task =>
  ({ tenant_id, query, signal }) =>
    removeBytes(query, storage, tenant_id, signal);
