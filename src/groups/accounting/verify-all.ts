import type { Task } from 'graphile-worker';
import { ask, type Query } from '../../db/ask.ts';
import { eachByItself } from '../../pulse/each.ts';

const tenantsAtOnce = 100;
/** Entries or lines of one part: some milliseconds of PostgreSQL. */
const partSize = 1_000;
/** Problems that the event quotes; all are counted. */
const maxQuoted = 20;

interface Part {
  problems: object[];
  /** Where the next part begins; null when there is none. */
  place: object | null;
}

/** Once a night: the books of each tenant are verified from their lines, part by part. Whatever is wrong is told, not mended. */
export const verifyAll: Task = async (_payload, { query, logger, abortSignal }) => {
  for (let after = ''; ; ) {
    const tenants = await ask<string[]>(query, 'select worker.ledger_tenants($1, $2) as answer', [
      after,
      tenantsAtOnce,
    ]);
    await eachByItself(
      tenants,
      async (tenant) => {
        const { count, quoted } = await verify(query, tenant, abortSignal);
        if (count === 0) return;
        const all = JSON.stringify(quoted);
        logger.error(`the books of the tenant ${tenant} do not add up, ${count} problems: ${all}`);
        await query('select worker.ledger_mismatch($1, $2, $3)', [tenant, all, count]);
      },
      (tenant) => `the books of the tenant ${tenant} could not be verified`,
      logger,
      abortSignal,
    );
    const last = tenants.at(-1);
    if (last === undefined || tenants.length < tenantsAtOnce) return;
    after = last;
  }
};

/** Each part is a statement of its own, so that nothing waits for a large ledger. */
async function verify(query: Query, tenant: string, signal: AbortSignal | undefined) {
  const statement = 'select worker.ledger_look($1, $2, $3) as answer';
  const quoted: object[] = [];
  let count = 0;
  for (let place: object | null | undefined; place !== null; signal?.throwIfAborted()) {
    const from = place ? JSON.stringify(place) : null;
    const part: Part = await ask(query, statement, [tenant, from, partSize]);
    count += part.problems.length;
    quoted.push(...part.problems.slice(0, maxQuoted - quoted.length));
    place = part.place;
  }
  return { count, quoted };
}
