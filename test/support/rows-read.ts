import pg from 'pg';

/** The caller, as in app.principal(): by default with everything that the scope * opens. */
const anyKey = { type: 'api_key', id: 'key_test', scopes: ['*'] };

export interface Reading {
  /** Rows of tables and entries of indexes that the call has read. */
  read: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  answer: any;
}

/**
 * Counts what an operation reads, as a request runs it under row-level security, and undoes it. All in one message: nets
 * read thousands of pages, and six ways to PostgreSQL and back take longer than a page does.
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
  const text = (value: unknown) =>
    pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
  const call = `${schema}.${operation}(${isApi ? `${text(tenant)}, ` : ''}${text(args)})`;
  try {
    if (!prepared.has(client)) await client.query(`prepare read_so_far as ${readSoFar}`);
    prepared.add(client);
    const results = (await client.query(`
      begin;
      select set_config('app.principal', ${text(principal)}, true),
        set_config('app.tenant_id', ${text(tenant)}, true),
        set_config('role', '${isApi ? 'insula_tenant' : 'insula_platform'}', true);
      execute read_so_far;
      select ${call} as answer;
      execute read_so_far`)) as unknown as pg.QueryResult[];
    const [before, { answer }, after] = results.slice(2).map(({ rows }) => rows[0]);
    return { read: after.read - before.read, answer: JSON.parse(answer) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Connections that know how to count. */
const prepared = new WeakSet<pg.PoolClient>();

/** The reads of this transaction from the tables of app: rows by sequential scans, and entries of indexes. */
const readSoFar = `select sum(pg_catalog.pg_stat_get_xact_tuples_returned(c.oid))::int as read
  from pg_catalog.pg_class c
  where c.relnamespace = 'app'::pg_catalog.regnamespace and c.relkind in ('r', 'i')`;
