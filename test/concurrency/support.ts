import pg from 'pg';
import { withClient } from '../../src/db/client.ts';
import { withRole } from '../../src/db/urls.ts';
import type { TenantClient } from '../support/api.ts';
import { addressAt } from '../support/at-tenant.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const lock = 4711;

/** Functions of the API that wait, for one tenant, until the test lets them go: where its rows lie, which is where its calls run. */
export interface Blocking {
  /** From here on, this function waits when the tenant calls it; `otherwise` is what it does else. */
  block(name: string, volatility: string, otherwise?: string): Promise<void>;
  hold(): Promise<void>;
  letGo(): Promise<void>;
  /** Waits until so many statements of the server wait. */
  blockedAre(wanted: number): Promise<number>;
  count(): Promise<number>;
}

export function blocking(server: TestServer, tenant: () => TenantClient): Blocking {
  let holder: pg.Client | undefined;
  const at = (url: string) => addressAt(server.db, tenant().tenant.id, url);
  const count = async () => {
    const { connectionString = '' } = server.pool.options;
    return withClient(await at(connectionString), 'test', async (client) => {
      const { rows } = await client.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and usename = current_user
           and wait_event_type = 'Lock' and wait_event = 'advisory'`,
      );
      return rows[0].count as number;
    });
  };
  return {
    async block(name, volatility, otherwise = `return '[]';`) {
      await server.db.query(`create or replace function ${name}(tenant text, args jsonb)
        returns json language plpgsql ${volatility} as $$ begin
          if tenant = '${tenant().tenant.id}' then
            -- Work that takes long; what waits for a lock makes room for others on a cluster.
            perform set_config('lock_timeout', '0', true);
            perform pg_advisory_xact_lock_shared(${lock});
            return '{"changed": true}';
          end if;
          ${otherwise}
        end $$`);
    },
    async hold() {
      const owner = withRole(server.config.databaseUrl as string, 'insula_owner');
      holder = new pg.Client({
        connectionString: await at(owner),
        application_name: 'test support',
      });
      await holder.connect();
      await holder.query('select pg_advisory_lock($1)', [lock]);
    },
    async letGo() {
      await holder?.end();
      holder = undefined;
    },
    count,
    blockedAre: (wanted) => until(count, (blocked) => blocked === wanted),
  };
}
