import { beforeAll, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startRelay } from '../support/relay.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { create, defineThings, path, sync } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
beforeAll(async () => {
  api = await createTenant(server);
  await defineThings(api);
});

it('reads another PostgreSQL by a query and a watermark', async () => {
  const relay = await startRelay();
  const url = new URL(relay.to(String(server.db.options.connectionString)));
  await server.db.query(`create table app.shop_items as
    select 'p' || n as code, n as amount, n as moved from generate_series(1, 3) n`);
  const { id } = await create(api, {
    provider: 'postgres',
    config_json: {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      username: url.username,
      password: decodeURIComponent(url.password) || 'none',
      tls: 'off',
      query: 'select code, amount, moved from app.shop_items;',
      watermark: 'moved',
    },
    mapping: [
      { from: 'code', to: 'code' },
      { from: 'amount', to: 'amount' },
    ],
  });
  expect(await sync(api, id)).toMatchObject({ status: 'succeeded', records_created: 3 });
  await server.db.query(`insert into app.shop_items values ('p4', 4, 4)`);
  expect(await sync(api, id)).toMatchObject({
    status: 'succeeded',
    records_read: 1,
    records_created: 1,
  });
  await server.db.query(`alter table app.shop_items alter amount type numeric`);
  await server.db.query(
    `insert into app.shop_items values ('p5', 0.12345678901234567890, 5), ('p6', 6.50, 6)`,
  );
  expect(await sync(api, id)).toMatchObject({
    status: 'partial',
    records_created: 1,
    records_failed: 1,
  });
  const query = 'insert into app.shop_items values (1, 1, 1) returning 1';
  const password = decodeURIComponent(url.password) || 'none';
  const config_json = { ...(await good(api.get(`${path}/${id}`))).config_json, query, password };
  await good(api.patch(`${path}/${id}`, { config_json }));
  expect(await sync(api, id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^The query failed/),
  });
  await relay.close();
});
