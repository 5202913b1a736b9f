import type { Task as Job } from 'graphile-worker';
import { ask } from '../../db/ask.ts';
import { fingerprintOf } from '../../db/encryption-key.ts';
import { resealAll } from '../../db/reseal.ts';
import type { TaskDeps } from '../../tools/lanes/tasks.ts';

/** While ENCRYPTION_KEY is replaced: counts the secrets that are sealed with another one than the present. */
export function countOld({ config, services: { box } }: TaskDeps): Job {
  return async (_payload, { query, withPgClient, abortSignal }) => {
    const inForce = await ask<string[]>(query, 'select worker.keys_in_force() as answer', []);
    if (inForce.length < 2) return;
    const count = await resealAll(
      {
        box,
        signal: abortSignal,
        inTransaction: (work) =>
          withPgClient(async (client) => {
            await client.query('begin read only');
            try {
              return await work(client);
            } finally {
              await client.query('rollback');
            }
          }),
      },
      true,
    );
    await query('select worker.seals_counted($1, $2)', [
      fingerprintOf(config.encryptionKey),
      count,
    ]);
  };
}
