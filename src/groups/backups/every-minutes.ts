import type { Task as Job } from 'graphile-worker';
import { dropStagingsLeft } from '../../snapshot/staging.ts';
import type { Storage } from '../../storage/storage.ts';
import { fireSchedules } from './schedules.ts';

/** Every five minutes: fires schedules, and removes tenants that were being loaded by processes that have died. */
export const everyMinutes =
  (storage: Storage): Job =>
  async (payload, helpers) => {
    const { query, logger, abortSignal } = helpers;
    await fireSchedules(payload, helpers);
    const left = await dropStagingsLeft({ pool: query, storage }, logger, abortSignal);
    if (left.length > 0) logger.warn(`removed what was left of loading ${left.join(', ')}`);
  };
