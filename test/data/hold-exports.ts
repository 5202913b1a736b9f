import type pg from 'pg';
import type { TestServer } from '../support/server.ts';

const lock = 4712;

/**
 * Lets workers write exports up to so many rows, where they wait until the holder's transaction ends; in a database of the
 * test's own.
 * @returns the holder, whose transaction is open
 */
export async function holdExports(server: TestServer, rowCount: number): Promise<pg.PoolClient> {
  await server.db.query(`
    create or replace function app.test_hold() returns trigger language plpgsql as $$ begin
      if new.status = 'running' and new.row_count >= tg_argv[0]::integer then
        perform pg_advisory_xact_lock_shared(${lock});
      end if;
      return new;
    end $$;
    create or replace trigger test_hold before update on app.exports
      for each row execute function app.test_hold(${rowCount})`);
  const holder = await server.db.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock($1)', [lock]);
  return holder;
}
