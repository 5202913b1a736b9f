import { expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { randomText } from '../../src/ground/machine/secrets.ts';
import { oneOfEverything } from '../snapshot/one-of-everything.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

/** The steps of the worker, done here one by one. */
const server = useOwnDatabase();

async function erase(api: TenantClient, id: string): Promise<void> {
  const path = `/v1/users/${id}?force=true&erase=true`;
  const { confirm_token } = (await api.delete(path)).body.error;
  expect((await api.delete(`${path}&confirm_token=${confirm_token}`)).status).toBe(200);
}

it('goes on where it was killed, 1,000 rows at a time, and seals what it blanks before', async () => {
  const api = await createTenant(server);
  const { path } = await defineType(api, { title: 'string' });
  const ada = await createUser(api, { email: 'ada@example.com' });
  const objects = Array.from({ length: 100 }, () => ({ properties: { title: 'ada@example.com' } }));
  for (let i = 0; i < 15; i++)
    expect((await api.post(`${path}/batch/create`, { objects })).status).toBe(201);
  await erase(api, ada.user.id);
  const look = async () => (await api.get(`/v1/users/${ada.user.id}/erasure`)).body.data;
  expect(await look()).toMatchObject({ status: 'running', rows: {}, table: null });

  const { worker } = databaseUrls(server.config.databaseUrl as string, server.config.encryptionKey);
  const given = [api.tenant.id, ada.user.id];
  await withClient(worker, 'test support', async (client) => {
    const step = async (name: string) =>
      (await client.query(`select worker.${name}($1, $2) as done`, given)).rows[0].done;
    while (!(await step('user_erase')));
    while ((await look()).table !== 'journal') await step('user_blank');
    const first = await look();
    // Fewer where that takes long.
    expect(first.rows.journal).toBeGreaterThan(0);
    expect(first.rows.journal).toBeLessThanOrEqual(1_000);
    const lost = async () => {
      await client.query('begin');
      await step('user_blank');
      await client.query('rollback');
    };
    await lost();
    expect(await look()).toEqual(first);
    for (let isDone = false; !isDone; isDone = await step('user_blank')) await lost();
  });
  const { rows } = await server.db.query(
    `select count(*)::int as left from app.journal j
     where j.tenant_id = $1 and j::text like '%ada@example.com%'`,
    [api.tenant.id],
  );
  expect(rows).toEqual([{ left: 0 }]);
  const { logs } = (await api.get('/v1/audit-logs?resource_type=object&limit=1')).body.data;
  const shown = { id: logs[0].resource_id, properties: { title: null }, version: 1 };
  expect(logs[0].changes.after).toMatchObject(shown);
  const done = await look();
  expect(done).toMatchObject({ status: 'waiting', complete_at: null });
  expect(done.rows.journal).toBeGreaterThan(1_500);
  const verified = (await api.get('/v1/audit-logs/verify')).body.data;
  expect(verified).toMatchObject({ valid: true, redacted: done.rows.journal });
});

it('begins when the audit log has its seals, which an open transaction holds up', async () => {
  const api = await createTenant(server);
  const { user } = await createUser(api, { email: 'eva@example.com' });
  const { worker } = databaseUrls(server.config.databaseUrl as string, server.config.encryptionKey);
  await withClient(worker, 'test support', async (client) => {
    const step = async (name: string) =>
      (await client.query(`select worker.${name}($1, $2) as done`, [api.tenant.id, user.id]))
        .rows[0].done;
    const look = async () => (await api.get(`/v1/users/${user.id}/erasure`)).body.data;
    await withClient(server.config.databaseUrl as string, 'test support', async (holding) => {
      await holding.query('begin');
      await holding.query('select pg_current_xact_id()');
      await erase(api, user.id);
      while (!(await step('user_erase')));
      while (!(await step('user_blank')));
      expect(await look()).toMatchObject({ status: 'running', rows: {}, blanked_at: null });
      await holding.query('rollback');
    });
    const { rows } = await until(
      async () => {
        await step('user_blank');
        return await look();
      },
      ({ status }) => status === 'waiting',
    );
    expect(rows.journal).toBeGreaterThan(0);
  });
});

it('leaves no address in any column that may hold one, and touches no other row', async () => {
  const address = `canary${randomText(6, 'hex')}`;
  const [api, other] = [await oneOfEverything(server, address), await createTenant(server)];
  const { path } = await defineType(other, { title: 'string' });
  await other.post(path, { properties: { title: address } });
  const { rows: columns } = await server.db.query<{ table: string; column: string }>(
    `select t.table_name as table, a.attname as column from app.registry_tables() t
     join pg_attribute a on a.attrelid = format('app.%I', t.table_name)::regclass
     where t.rule->>'erase' = 'values' and a.attnum > 0 and not a.attisdropped and a.attname <> 'id'
       and (t.rule->'mask' = '"drop"' or t.rule->'mask' ? a.attname)
       and format_type(a.atttypid, null) in ('text', 'jsonb', 'json') order by 1, 2`,
  );
  // Ids that contain it are no addresses.
  const whole = `(^|[^A-Za-z0-9._%+-])${address}($|[^A-Za-z0-9._-])`;
  const found = async ({ tenant }: TenantClient) => {
    const names: string[] = [];
    for (const { table, column } of columns) {
      const { rowCount } = await server.db.query(
        `select 1 from app.${table} where tenant_id = $1 and ${column}::text ~ $2 limit 1`,
        [tenant.id, whole],
      );
      if (rowCount) names.push(`${table}.${column}`);
    }
    return names;
  };
  const before = await found(api);
  expect(before.length).toBeGreaterThan(40);
  await eraseAll(api, [address]);
  // Messages that are still queued wait.
  const left = await found(api);
  expect(left.filter((name) => !name.startsWith('messages.'))).toEqual([]);
  expect(await found(other)).toContain('journal.after');
});

async function eraseAll({ tenant }: TenantClient, addresses: string[]): Promise<void> {
  for (let state: object | null = {}; state !== null; ) {
    const answer: { rows: Array<{ state: object | null }> } = await server.db.query(
      `select app.erase_step($1, '{usr_0}', $2, false, $3) as state`,
      [tenant.id, addresses, JSON.stringify(state)],
    );
    state = answer.rows[0]?.state ?? null;
  }
}

it('blanks texts that PostgreSQL refuses as JSON', async () => {
  const api = await createTenant(server);
  const texts = [
    '{"sum": 1e400000, "to": "eve@example.com"}',
    String.raw`{"half": "\ud800", "to": "eve@example.com"}`,
    String.raw`{"zero": "\u0000", "to": "eve@example.com"}`,
    `${'{"a":'.repeat(3_000)}"eve@example.com"${'}'.repeat(3_000)}`,
  ];
  for (const body of texts)
    expect((await api.post('/v1/tickets', { subject: 'A text', body })).status).toBe(201);
  await eraseAll(api, ['eve@example.com']);
  const { rows } = await server.db.query<{ body: string }>(
    'select body from app.ticket_messages where tenant_id = $1 order by id',
    [api.tenant.id],
  );
  expect(rows.map(({ body }) => body)).toEqual(
    texts.map((text) => text.replace('eve@example.com', '[erased]')),
  );
});

it('takes few rows at a time where their texts are long, at least one, and all in the end', async () => {
  const api = await createTenant(server);
  const { path } = await defineType(api, { title: 'string' });
  const { id } = (await api.post(path, { properties: { title: '0' } })).body.data;
  for (const title of ['1', '2', '3', '4', '5', '6'])
    expect((await api.patch(`${path}/${id}`, { properties: { title } })).status).toBe(200);
  // Two of them fit into a megabyte; the third has more than that.
  await server.db.query(
    `update app.object_versions v set properties =
       json_build_object('title', repeat('eve@example.com, ', case n.n when 3 then 80000 else 25000 end))::jsonb
     from (select v.version, row_number() over (order by v.version) as n from app.object_versions v where v.tenant_id = $1) n
     where v.tenant_id = $1 and v.version = n.version`,
    [api.tenant.id],
  );
  const { rows } = await server.db.query<{ text: string }>(
    `select app.erase_statement(t.table_name, t.rule, null, 50) as text from app.registry_tables() t
     where t.table_name = 'object_versions'`,
  );
  const { rows: first } = await server.db.query({
    text: rows[0]?.text as string,
    values: [api.tenant.id, 'eve@example.com', ['usr_0'], 'eve@example.com'],
    rowMode: 'array',
  });
  expect(first[0]?.slice(0, 2)).toEqual(['2', '2']);
  await eraseAll(api, ['eve@example.com']);
  const { rows: left } = await server.db.query(
    `select distinct properties::text like '%eve@%' as is_left from app.object_versions where tenant_id = $1`,
    [api.tenant.id],
  );
  expect(left).toEqual([{ is_left: false }]);
});

it('finds each of more addresses than one expression takes', async () => {
  const api = await createTenant(server);
  const addresses = Array.from({ length: 201 }, (_, i) => `eve${i}@example.com`);
  const body = `From ${addresses[0]} by ${addresses[100]} to ${addresses[200]}`;
  expect((await api.post('/v1/tickets', { subject: 'A text', body })).status).toBe(201);
  await eraseAll(api, addresses);
  const { rows } = await server.db.query(
    'select body from app.ticket_messages where tenant_id = $1',
    [api.tenant.id],
  );
  expect(rows).toEqual([{ body: 'From [erased] by [erased] to [erased]' }]);
});
