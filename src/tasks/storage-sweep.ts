import type { Task } from 'graphile-worker';
import type { Storage } from '../storage/storage.ts';
import { sweepAll } from '../storage/sweep-all.ts';

/** Once a day: bytes that belong to nothing go; what is missing or damaged is said, for somebody to act on. */
export function storageSweep(storage: Storage): Task {
  return async (_payload, { query, logger, abortSignal }) => {
    const found = await sweepAll(query, storage, { fix: true, signal: abortSignal });
    const { orphans, missing, damaged, leftovers } = found;
    if (orphans.count + leftovers > 0)
      logger.info(`the sweep has removed ${orphans.count} orphans and ${leftovers} leftovers`);
    if (missing.count + damaged.count > 0)
      logger.error(
        `bytes of files are missing (${missing.count}) or damaged (${damaged.count}), such as ` +
          `${[...missing.first, ...damaged.first].join(', ')}: run "insula doctor --storage"`,
      );
  };
}
