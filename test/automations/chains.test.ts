import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { create, type Json } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on' });
});
afterAll(() => server.close());

const statuses = async (tenant: string): Promise<Record<string, number>> => {
  const { rows } = await server.db.query(
    'select status, count(*)::int from app.automation_runs where tenant_id = $1 group by 1',
    [tenant],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

it('two that start each other end after five', async () => {
  const api = await createTenant(server);
  for (const name of ['ping', 'pong']) await api.post('/v1/object-types', { name });
  for (const [hears, makes] of [
    ['ping', 'pong'],
    ['pong', 'ping'],
  ])
    await create(api, {
      trigger_event: 'object.*',
      object_type_id: hears,
      actions: [{ type: 'create_object', config: { object_type_id: makes } }],
    });
  await api.post('/v1/objects/ping', {});
  await until(
    () => statuses(api.tenant.id),
    ({ skipped }) => skipped === 1,
  );
  expect(await statuses(api.tenant.id)).toEqual({ succeeded: 5, skipped: 1 });
  const { body } = await api.get('/v1/changes?types=object.created');
  const depths = body.data.results.map(({ causation_depth }: Json) => causation_depth);
  expect(depths).toEqual([0, 1, 2, 3, 4, 5]);
  const { rows } = await server.db.query(
    `select error from app.automation_runs where tenant_id = $1 and status = 'skipped'`,
    [api.tenant.id],
  );
  expect(rows[0].error).toContain('the chain ends here');
});

it('200 runs of two tenants at once see each its own tenant only', async () => {
  const count = 100;
  const tenants = await Promise.all(
    ['aaaa', 'bbbb'].map(async (canary) => {
      const api = await createTenant(server);
      await api.post('/v1/object-types', { name: 'things' });
      await api.post('/v1/object-types', { name: 'copies' });
      await create(api, {
        name: canary,
        trigger_event: 'object.created',
        object_type_id: 'things',
        actions: [
          {
            type: 'create_object',
            config: {
              object_type_id: 'copies',
              properties: {
                text: `${canary} {{trigger.data.properties.text}}`,
                n: '{{trigger.tenant_id}}',
              },
            },
          },
        ],
      });
      return { api, canary };
    }),
  );
  const batch = (canary: string, n: number) => ({
    objects: Array.from({ length: n }, () => ({ properties: { text: canary } })),
  });
  for (let i = 0; i < 4; i++)
    await Promise.all(
      tenants.map(({ api, canary }) =>
        api.post('/v1/objects/things/batch/create', batch(canary, count / 4)),
      ),
    );
  for (const { api } of tenants)
    await until(
      () => statuses(api.tenant.id),
      ({ succeeded }) => succeeded === count,
    );
  for (const { api, canary } of tenants) {
    const { rows } = await server.db.query(
      `select distinct o.properties from app.objects o join app.object_types t
         on t.tenant_id = o.tenant_id and t.id = o.object_type_id
       where o.tenant_id = $1 and t.name = 'copies'`,
      [api.tenant.id],
    );
    expect(rows.map(({ properties }) => properties)).toEqual([
      { text: `${canary} ${canary}`, n: api.tenant.id },
    ]);
    const { body } = await api.get('/v1/objects/copies/list?limit=1');
    expect(body.data.total).toBe(count);
  }
});
