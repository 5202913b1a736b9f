import { keepFiles } from '../../backup/kept-files.ts';
import { removeBytes } from '../../storage/clean.ts';
import type { Task, TaskDeps } from '../../tools/lanes/tasks.ts';

/** After a purge: the bytes that nothing needs any more go at once. The hourly round finds bytes that were missed. */
export const bytesRemove =
  ({ storage, config }: TaskDeps): Task =>
  ({ tenant_id, query, signal }) =>
    removeBytes(query, storage, tenant_id, signal, (keys) => keepFiles(config, storage, keys));
