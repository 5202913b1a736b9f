import type { Task } from 'graphile-worker';
import type { Storage } from '../../storage/storage.ts';
import { sweepAll } from '../../storage/sweep-all.ts';

/** Once a day: bytes that belong to nothing go; what is missing or damaged is said, for somebody to act on. */
export function storageSweep(storage: Storage): Task {
  return async (_payload, { query, logger, abortSignal }) => {
    const options = { fix: true, signal: abortSignal };
    const { orphans, missing, damaged } = await sweepAll(query, storage, options);
    if (orphans.count > 0)
      logger.warn(
        `bytes that belonged to no file were removed: ${orphans.count}, such as ${orphans.first.join(', ')}`,
      );
    if (missing.count + damaged.count > 0)
      logger.error(
        `bytes of files are missing (${missing.count}) or damaged (${damaged.count}), such as ` +
          `${[...missing.first, ...damaged.first].join(', ')}: run "insula doctor --storage"`,
      );
  };
}
