import type { Task } from 'graphile-worker';
import { ask } from '../../db/ask.ts';
import type { Storage } from '../../storage/storage.ts';
import { sweepAll } from '../../storage/sweep-all.ts';

/**
 * Once a day: bytes that belong to nothing are removed; missing or damaged ones are reported, for the operator to act
 * on. While what leaves the installation is held nothing goes: it may be a copy on the bucket of its original, whose
 * newer files it does not know.
 */
export function storageSweep(storage: Storage): Task {
  return async (_payload, { query, logger, abortSignal }) => {
    const fix = !(await ask<boolean>(query, 'select worker.outbound_held() as answer', []));
    const options = { fix, signal: abortSignal };
    const { orphans, missing, damaged } = await sweepAll(query, storage, options);
    if (orphans.count > 0)
      logger.warn(
        `bytes that belong${fix ? 'ed' : ''} to no file ${fix ? 'were removed' : 'stay while calls are held'}: ` +
          `${orphans.count}, such as ${orphans.first.join(', ')}`,
      );
    if (missing.count + damaged.count > 0)
      logger.error(
        `bytes of files are missing (${missing.count}) or damaged (${damaged.count}), such as ` +
          `${[...missing.first, ...damaged.first].join(', ')}: run "insula doctor --storage"`,
      );
  };
}
