import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const pollMs = 1000;
const batch = 100;

/** Turns pending rows of the journal into jobs, in the database and in one transaction; looks every second. */
export function startDispatcher(pool: pg.Pool, log: Logger): { stop(): Promise<void> } {
  const ending = new AbortController();
  const loop = async () => {
    while (!ending.signal.aborted) {
      const claimed = await dispatch(pool, log);
      if (claimed < batch)
        await sleep(pollMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const done = loop();
  return {
    async stop() {
      ending.abort();
      await done;
    },
  };
}

/** @returns how many rows were claimed; 0 when the database did not answer, to try again later */
async function dispatch(pool: pg.Pool, log: Logger): Promise<number> {
  try {
    const { rows } = await pool.query<{ claimed: number }>({
      name: 'dispatch',
      text: 'select jobs.dispatch($1) as claimed',
      values: [batch],
    });
    return rows[0]?.claimed ?? 0;
  } catch (err) {
    log.warn({ err }, 'the dispatcher could not read the journal');
    return 0;
  }
}
