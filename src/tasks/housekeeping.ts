import type { Task } from 'graphile-worker';

/** Once an hour: journal partitions for the months ahead, expired confirm tokens away. */
export const housekeeping: Task = async (_payload, { query }) => {
  await query('select jobs.housekeeping()');
};
