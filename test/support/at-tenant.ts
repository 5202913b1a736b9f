import pg from 'pg';
import { inject } from 'vitest';
import { withRole, withServer } from '../../src/db/urls.ts';
import type { TestServer } from './server.ts';

/** An address of the database, on the node of a cluster where a tenant’s rows lie. */
export async function addressAt(db: pg.Pool, tenant: string, url: string): Promise<string> {
  if (!inject('server').isCluster) return url;
  const { rows } = await db.query('select app.tenant_node($1) as node', [tenant]);
  return withServer(url, rows[0].node);
}

/**
 * A connection to where a tenant’s rows lie, in a transaction of insula_owner within the tenant. The caller commits, and ends
 * the connection.
 */
export async function openAtTenant(
  { config, db }: Pick<TestServer, 'config' | 'db'>,
  tenant: string,
): Promise<pg.Client> {
  const owner = withRole(config.databaseUrl as string, 'insula_owner');
  const url = await addressAt(db, tenant, owner);
  const client = new pg.Client({ connectionString: url, application_name: 'test support' });
  await client.connect();
  await client.query('begin');
  await client.query(`select set_config('app.tenant_id', $1, true)`, [tenant]);
  return client;
}

/** Runs one statement there: what the database does for a tenant’s call, it does in no other place. */
export async function atTenant(
  server: Pick<TestServer, 'config' | 'db'>,
  tenant: string,
  sql: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  const client = await openAtTenant(server, tenant);
  try {
    const result = await client.query(sql, values);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
