import type pg from 'pg';
import { DatabaseError, withClient } from '../client.ts';
import { type MigrateOptions, migrate } from '../migrate.ts';
import { requireCluster } from './cluster.ts';
import { functionTasks } from './functions.ts';
import { tableTasks } from './tables.ts';

export interface Distributed {
  tables: number;
  functions: number;
}

/**
 * Spreads the tenants over the nodes: the tables with their rows, one after the other, then the functions. An
 * interrupted distribution continues with the next call, or with any start of Insula.
 * @param url the migrating role, on the coordinator
 * @throws DatabaseError where there is no cluster, or requests are being served
 */
export async function distribute(
  url: string,
  options: Omit<MigrateOptions, 'distribute'>,
): Promise<Distributed> {
  return withClient(url, 'citus', async (client) => {
    await requireCluster(client);
    await requireNobody(client);
    await migrate(url, { ...options, distribute: true });
    return {
      tables: (await tableTasks(client)).length,
      functions: (await functionTasks(client)).length,
    };
  });
}

/** A request between two tables, one of which has gone, would not find its rows. */
async function requireNobody(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int from pg_stat_activity
     where datname = current_database() and usename in ('insula_api', 'insula_worker')`);
  if (rows[0]?.count)
    throw new DatabaseError(
      'Insula is running on this database: stop every process of it first, and start them again afterwards.',
    );
}
