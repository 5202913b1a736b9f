import { expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ DATABASE_NODES: 'on' });

async function tenantWith(titles: string[]): Promise<TenantClient> {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'notes' });
  await api.post('/v1/object-types/notes/properties', { name: 'title', data_type: 'string' });
  for (const title of titles) await api.post('/v1/objects/notes', { properties: { title } });
  return api;
}

const ask = async (api: TenantClient, sql: string, more: object = {}) => {
  const { status, body } = await api.post('/v1/sql', { sql, ...more });
  return status === 200 ? body.data.rows : [status, body.error.message];
};

it('SQL runs on the node of its tenant, as a login that exists only there, and shows no other tenant', async () => {
  const tenants = [];
  for (let n = 0; n < 4; n++) tenants.push(await tenantWith([`a ${n}`, `b ${n}`]));
  for (const [n, api] of tenants.entries())
    expect(
      await ask(api, 'select title, count(*) over () as n from notes where title <> $1', {
        params: [`b ${n}`],
      }),
    ).toEqual([{ title: `a ${n}`, n: 1 }]);
  const { rows } = await server.db.query(
    `select count(*)::int as n from pg_roles where rolname = any ($1)`,
    [tenants.map(({ tenant }) => `insula_${tenant.id}`)],
  );
  expect(rows).toEqual([{ n: 0 }]);
});

it('SQL changes objects there', async () => {
  const api = await tenantWith(['one']);
  expect(
    await ask(api, `insert into notes (title) values ('two') returning title`, {
      allow_write: true,
    }),
  ).toEqual([{ title: 'two' }]);
  expect(await ask(api, 'select title from notes order by title')).toEqual([
    { title: 'one' },
    { title: 'two' },
  ]);
});

it('SQL shows no plan, which would name the node', async () => {
  const api = await tenantWith([]);
  expect(await ask(api, 'select title from notes', { explain: true })).toEqual([
    403,
    'A query plan is not available on a cluster. Leave out explain.',
  ]);
});

it('SQL is refused by a server that knows only the coordinator', async () => {
  const api = await tenantWith([]);
  const through = await server.sibling({ DATABASE_NODES: 'off' });
  const answer = await fetch(`${through.url}/v1/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql: 'select 1 as one' }),
  });
  expect([
    answer.status,
    ((await answer.json()) as { error: { message: string } }).error.message,
  ]).toEqual([
    403,
    'SQL is not available here: on a cluster it needs a server with DATABASE_NODES.',
  ]);
  await through.close();
});
