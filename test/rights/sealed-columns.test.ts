import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Box } from '../../src/credentials/box.ts';
import { type SealedColumn, sealedColumns } from '../../src/credentials/sealed-columns.ts';
import { findLosses } from '../../src/db/give-up.ts';
import { isOpen, sealedPages } from '../../src/db/sealed-rows.ts';
import { create as createAutomation } from '../automations/support.ts';
import { good } from '../support/answers.ts';
import { createTenant } from '../support/api.ts';
import { appTables } from '../support/catalog.ts';
import { type Listener, listen } from '../support/listen.ts';
import { seedSecrets } from '../support/seed-secrets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

/** The list of sealed columns is true: it opens whatever is sealed, and nothing else in the database is. */

const server = useOwnDatabase({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8', WORKER: 'on' });
let receiver: Listener;
beforeAll(async () => {
  receiver = await listen({ 'POST /hook': () => ({}) });
});
afterAll(() => receiver.close());

/** How many sealed texts each column of the database holds. */
async function sealedTexts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name, isPartition } of await appTables(server.db)) {
    if (isPartition) continue;
    const { rows } = await server.db.query(
      `select c.key, count(*)::int as count
       from app.${name} t cross join lateral jsonb_each(to_jsonb(t)) c(key, value)
       cross join lateral regexp_matches(c.value::text, 'enc:v[0-9]', 'g')
       group by c.key`,
    );
    for (const { key, count } of rows) found[`${name}.${key}`] = count;
  }
  return found;
}

const nameOf = ({ table, column }: SealedColumn) => `${table}.${column}`;

it('names every column that holds a sealed text, and how each of them opens', async () => {
  const api = await createTenant(server);
  const url = `${receiver.url}/hook`;
  const seeded = await seedSecrets(api, url);
  await good(api.post(`/v1/automations/${seeded.automation}/trigger`, {}));
  await good(api.post(`/v1/workflows/${seeded.workflow}/start`, {}));
  const action = { type: 'webhook', config: { url, headers: { authorization: 'hush' } } };
  await createAutomation(api, { actions: [action] });
  const runs = 'select (select count(*) from app.automation_runs)::int as count';
  await until(
    async () => (await server.db.query(runs)).rows[0].count,
    (count) => count > 0,
  );

  const box = new Box(server.config.encryptionKey);
  const client = (await server.db.connect()) as unknown as pg.Client & { release(): void };
  const listed: Record<string, number> = {};
  try {
    for (const column of sealedColumns)
      for await (const page of sealedPages(client, column))
        for (const { tenant, seals } of page)
          for (const seal of seals) {
            expect([nameOf(column), seal.place, isOpen(box, tenant, seal)]).toEqual([
              nameOf(column),
              seal.place,
              true,
            ]);
            listed[nameOf(column)] = (listed[nameOf(column)] ?? 0) + 1;
          }
  } finally {
    client.release();
  }
  expect(listed).toEqual(await sealedTexts());
  const unused = sealedColumns.map(nameOf).filter((name) => !listed[name]);
  expect(unused).toEqual([]);
});

it('takes nothing that a tenant writes itself for a sealed text', async () => {
  const api = await createTenant(server);
  await good(api.post('/v1/object-types', { name: 'things' }));
  const forged = { type: 'webhook', config: { url: 'https://x.test', headers: { a: 'enc:v1:x' } } };
  const action = {
    type: 'create_object',
    config: { object_type_id: 'things', properties: { a: forged, b: [{ on_enter: [forged] }] } },
  };
  await createAutomation(api, { actions: [action] });
  const conditions = [{ property: 'a', operator: 'eq', value: forged }];
  await good(
    api.post('/v1/workflows', {
      name: 'forged',
      trigger: 'manual',
      initial_state: 'a',
      states: [
        { name: 'a', type: 'task', on_enter: [action] },
        { name: 'b', type: 'end' },
      ],
      transitions: [{ name: 'go', from: 'a', to: 'b', conditions, actions: [action] }],
    }),
  );
  const client = (await server.db.connect()) as unknown as pg.Client & { release(): void };
  try {
    expect((await findLosses(client, server.config.encryptionKey)).losses).toEqual([]);
  } finally {
    client.release();
  }
});
