import type { Logger } from 'graphile-worker';
import { ask, type Query } from '../../db/ask.ts';
import { eachByItself } from '../../pulse/each.ts';

const tenantsAtOnce = 100;
const batch = 500;

/**
 * Removes what tenants do not want kept: objects and files that have been in the trash for too long, versions beyond
 * their number. Each batch is a transaction of its own; the next hourly run continues where a killed worker stopped. A tenant
 * of which it fails, as by settings that came with a snapshot, keeps no other from its turn.
 */
export async function retire(query: Query, logger: Logger, signal?: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    const tenants = await ask<string[]>(
      query,
      'select worker.retention_tenants($1, $2) as answer',
      [after, tenantsAtOnce],
    );
    await eachByItself(
      tenants,
      (tenant) => retireTenant(query, tenant, signal),
      (tenant) => `retention of the tenant ${tenant} has failed`,
      logger,
      signal,
    );
    const last = tenants.at(-1);
    if (last === undefined || tenants.length < tenantsAtOnce) return;
    after = last;
  }
}

async function retireTenant(query: Query, tenant: string, signal?: AbortSignal): Promise<void> {
  for (const name of ['trash_retire', 'file_trash_retire'] as const)
    await retireTrash(query, name, tenant, signal);
  for (const name of ['versions_retire', 'file_versions_retire'] as const)
    await retireVersions(query, name, tenant, signal);
}

async function retireTrash(
  query: Query,
  name: 'trash_retire' | 'file_trash_retire',
  tenant: string,
  signal?: AbortSignal,
): Promise<void> {
  const statement = `select worker.${name}($1, $2) as answer`;
  while (!(await ask<boolean>(query, statement, [tenant, batch]))) signal?.throwIfAborted();
}

async function retireVersions(
  query: Query,
  name: 'versions_retire' | 'file_versions_retire',
  tenant: string,
  signal?: AbortSignal,
): Promise<void> {
  const statement = `select worker.${name}($1, $2, $3) as answer`;
  for (let after: string | null = ''; after !== null; signal?.throwIfAborted())
    after = await ask<string | null>(query, statement, [tenant, after, batch]);
}
