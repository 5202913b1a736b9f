import type pg from 'pg';

/** The caller, as in app.principal(): by default with everything that the scope * opens. */
const anyKey = { type: 'api_key', id: 'key_test', scopes: ['*'] };

export interface Reading {
  /** Rows of tables and entries of indexes that the call has read. */
  read: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  answer: any;
}

/**
 * Counts what an operation reads, as a request runs it under row-level security, and undoes it.
 * @param pool as insula_api, as the server has it
 * @param schema of the operation; those of `platform` run as insula_platform, without a tenant
 */
export async function rowsRead(
  pool: pg.Pool,
  tenant: string,
  operation: string,
  args: object,
  principal: object = anyKey,
  schema: 'api' | 'platform' = 'api',
): Promise<Reading> {
  const client = await pool.connect();
  const isApi = schema === 'api';
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.principal', $2, true), set_config('app.tenant_id', $1, true),
         set_config('role', $3, true)`,
      [tenant, JSON.stringify(principal), isApi ? 'insula_tenant' : 'insula_platform'],
    );
    const before = await readSoFar(client);
    const { rows } = isApi
      ? await client.query(`select api.${operation}($1, $2) as answer`, [
          tenant,
          JSON.stringify(args),
        ])
      : await client.query(`select platform.${operation}($1) as answer`, [JSON.stringify(args)]);
    return { read: (await readSoFar(client)) - before, answer: JSON.parse(rows[0].answer) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The reads of this transaction from the tables of app: rows by sequential scans, and entries of indexes. */
async function readSoFar(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(
    `select sum(pg_catalog.pg_stat_get_xact_tuples_returned(c.oid))::int as read
     from pg_catalog.pg_class c
     where c.relnamespace = 'app'::pg_catalog.regnamespace and c.relkind in ('r', 'i')`,
  );
  return rows[0].read;
}
