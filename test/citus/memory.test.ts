import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { withServer } from '../../src/db/urls.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

it('a node keeps nothing of the statements that it has executed for the API', async () => {
  const tenant = api.tenant.id;
  const { rows } = await server.db.query('select app.tenant_node($1) as node', [tenant]);
  const client = new pg.Client(withServer(server.config.databaseUrl as string, rows[0].node));
  await client.connect();
  onTestFinished(() => client.end());
  const settings = await client.query(`
    select substr(c, strpos(c, '=') + 1) as mode from pg_db_role_setting s cross join unnest(s.setconfig) c
    where s.setrole = 'insula_api'::regrole and starts_with(c, 'plan_cache_mode=')
      and s.setdatabase = (select oid from pg_database where datname = current_database())`);
  await client.query(`select set_config('plan_cache_mode', $1, false)`, [settings.rows[0].mode]);

  const execute = async (times: number) => {
    for (let time = 0; time < times; time++)
      await client.query({
        name: 'types',
        text: 'select * from app.object_types where tenant_id = $1 and name = $2',
        values: [tenant, 'notes'],
      });
    const { rows } = await client.query(
      'select sum(total_bytes)::int as bytes from pg_backend_memory_contexts',
    );
    return rows[0].bytes as number;
  };
  const before = await execute(50);
  // One plan that is kept takes more than 10 kB.
  expect((await execute(500)) - before).toBeLessThan(500_000);
});
