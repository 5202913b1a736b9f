import type { JobHelpers } from 'graphile-worker';

type Query = JobHelpers['query'];

const tenantsAtOnce = 100;
const batch = 500;

/**
 * Removes what tenants do not want kept: objects that have been in the trash for too long, versions beyond their
 * number. Each batch is a transaction of its own; a killed worker goes on where it was at the next hour.
 */
export async function retire(query: Query, signal?: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    const tenants = await ask<string[]>(query, 'select jobs.retention_tenants($1, $2) as answer', [
      after,
      tenantsAtOnce,
    ]);
    for (const tenant of tenants) {
      await retireTrash(query, tenant, signal);
      await retireVersions(query, tenant, signal);
    }
    const last = tenants.at(-1);
    if (last === undefined || tenants.length < tenantsAtOnce) return;
    after = last;
  }
}

async function retireTrash(query: Query, tenant: string, signal?: AbortSignal): Promise<void> {
  const statement = 'select jobs.trash_retire($1, $2) as answer';
  while (!(await ask<boolean>(query, statement, [tenant, batch]))) signal?.throwIfAborted();
}

async function retireVersions(query: Query, tenant: string, signal?: AbortSignal): Promise<void> {
  for (let after: string | null = ''; after !== null; signal?.throwIfAborted())
    after = await ask<string | null>(query, 'select jobs.versions_retire($1, $2, $3) as answer', [
      tenant,
      after,
      batch,
    ]);
}

async function ask<T>(query: Query, text: string, values: unknown[]): Promise<T> {
  const { rows } = await query<{ answer: T }>(text, values);
  return (rows[0] as { answer: T }).answer;
}
