import { expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

/** Each part of WITH is twice as long as the one before. */
const doubled = (times: number): string => {
  const parts = Array.from(
    { length: times },
    (_, n) => `p${n + 1} as materialized (select s || s as s from p${n})`,
  );
  return `with p0 as materialized (select $1::text as s), ${parts.join(', ')} select length(s) from p${times}`;
};

// macOS bounds no memory: there PostgreSQL's own 1 GB for one value ends these.
const hungry: Record<string, { sql: string; params: unknown[] }> = {
  'a text that doubles': { sql: doubled(27), params: ['x'.repeat(100)] },
  'a text that doubles without end': {
    sql: 'with recursive t(s) as (select $1::text union all select s || s from t) select count(*) from t',
    params: ['abc'],
  },
  'a text put into itself': {
    sql: `select length(replace($1, 'x', $1))`,
    params: ['x'.repeat(40_000)],
  },
};

it.each(Object.entries(hungry))('ends %s, and nothing else', async (_, { sql, params }) => {
  const begun = 'select pg_postmaster_start_time()::text as at, pg_backend_pid() as pid';
  const other = await server.pool.connect();
  try {
    const before = (await other.query(begun)).rows;
    const said = await api.post('/v1/sql', { sql, params });
    // On a busy machine it may run out of time first, or of patience with its connection.
    expect(['SQL_ERROR', 'TIMEOUT', 'SERVICE_UNAVAILABLE']).toContain(said.body.error.code);
    expect((await api.post('/v1/sql', { sql: 'select 1 as one' })).body.data.rows).toEqual([
      { one: 1 },
    ]);
    expect((await other.query(begun)).rows).toEqual(before);
  } finally {
    other.release();
  }
});
