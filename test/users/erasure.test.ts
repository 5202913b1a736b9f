import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser, type SignedUp, signUp } from '../support/users.ts';
import { createWebhook, opened, untilDelivery } from '../webhooks/support.ts';

const server = useOwnDatabase({ WORKER: 'on', ...opened });
let receiver: Receiver;
let api: TenantClient;
beforeAll(async () => {
  receiver = await startReceiver();
  api = await createTenant(server);
});
afterAll(() => receiver.close());

/** The tables where a text still is, in any column. */
async function tracesOf(text: string, tenant = api.tenant.id): Promise<string[]> {
  const { rows } = await server.db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await server.db.query(
      `select 1 from app.${name} t where t.tenant_id = $1 and replace(t::text, 'xada@', '') ilike '%' || $2 || '%' limit 1`,
      [tenant, text],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

const erased = (user: { id: string }, status: string) =>
  until(
    async () => (await api.get(`/v1/users/${user.id}/erasure`)).body.data,
    (erasure) => erasure?.status === status,
  );

async function remove(user: { id: string }) {
  const path = `/v1/users/${user.id}?force=true&erase=true`;
  const asked = await api.delete(path);
  expect(asked.status).toBe(409);
  const { confirm_token } = asked.body.error;
  expect((await api.delete(`${path}&confirm_token=${confirm_token}`)).status).toBe(200);
}

it('blanks the values of an erased user wherever a copy is, and the seals say so', async () => {
  await createWebhook(api, receiver, { events: ['user.*', 'object.*'] });
  const { path } = await defineType(api, { title: 'string', note: 'string' });
  const { client, user } = await signUp(api, {
    email: 'ada.first@example.com',
    user_metadata: { name: 'Ada Lovelace-Byron', born: 'London-1815' },
  });
  await api.patch(`/v1/users/${user.id}`, { email: 'ada@example.com', phone: '+4915112345678' });
  const texts = { title: 'ada@example.com', note: 'Call Ada@Example.com, not xada@example.com.' };
  const { body } = await api.post(path, { properties: texts });
  const left = { properties: { title: 'gone', note: 'gone' } };
  expect((await api.patch(`${path}/${body.data.id}`, left)).status).toBe(200);
  expect((await client.get('/v1/auth/user')).status).toBe(200);
  await untilDelivery(api, 'success');
  const before = (await api.get('/v1/audit-logs/verify')).body.data;
  expect(before).toMatchObject({ valid: true, redacted: 0 });
  expect(await tracesOf('ada@example.com')).toEqual(
    expect.arrayContaining(['journal', 'object_versions', 'users', 'webhook_deliveries']),
  );

  const asked = await api.delete(`/v1/users/${user.id}?erase=true`);
  expect([asked.status, asked.body.error.param]).toEqual([400, 'erase']);
  await remove(user);
  const waiting = await erased(user, 'waiting');
  expect(waiting.rows).toMatchObject({ journal: expect.any(Number), object_versions: 1 });
  await until(
    () => tracesOf('Lovelace'),
    (tables) => !tables.includes('journal'),
  );
  const [version] = (await api.get(`${path}/${body.data.id}/versions`)).body.data;
  expect(version).toMatchObject({
    properties: { title: null, note: 'Call [erased], not xada@example.com.' },
  });
  const { rows: own } = await server.db.query(
    `select ip, user_agent from app.journal where tenant_id = $1 and actor->>'id' = $2`,
    [api.tenant.id, user.id],
  );
  expect(own.every(({ ip, user_agent }) => ip === null && user_agent === null)).toBe(true);
  const verified = (await api.get('/v1/audit-logs/verify')).body.data;
  expect(verified).toMatchObject({ valid: true, blanked: 0 });
  expect(verified.redacted).toBe(waiting.rows.journal);

  // An hour later: what was under way is looked for once more.
  await until(
    async () => (await api.get('/v1/webhook-deliveries?status=pending')).body.data.total,
    (pending) => pending === 0,
  );
  for (const set of [
    `app.auth_counters set started_at = now() - interval '61 min'`,
    `app.user_erasures set requested_at = now() - interval '61 min'`,
    `app.work set due_at = now()`,
  ])
    await server.db.query(`update ${set} where tenant_id = $1`, [api.tenant.id]);
  const done = await erased(user, 'complete');
  expect(done).toMatchObject({ user_id: user.id, table: null, backups_until: null });
  for (const value of ['ada@example.com', 'ada.first@', '15112345678', 'Lovelace', 'London-1815'])
    expect([value, await tracesOf(value)]).toEqual([value, []]);
  expect((await api.get('/v1/audit-logs/verify')).body.data.valid).toBe(true);
  const { logs } = (await api.get(`/v1/audit-logs?resource_id=${user.id}&limit=1`)).body.data;
  expect(logs).toMatchObject([{ action: 'user.erased', changes: { after: { id: user.id } } }]);
});

it('leaves the address that has another owner now', async () => {
  const [bob, carl] = [await createUser(api), await createUser(api)];
  const { path } = await defineType(api, { title: 'string' });
  const { body } = await api.post(path, { properties: { title: 'bob@example.com' } });
  await api.patch(`${path}/${body.data.id}`, { properties: { title: 'gone' } });
  const move = async ({ user }: SignedUp, email: string) =>
    expect((await api.patch(`/v1/users/${user.id}`, { email })).status).toBe(200);
  await move(bob, 'bob@example.com');
  await move(bob, 'was.bob@example.com');
  await move(carl, 'bob@example.com');
  await remove(bob.user);
  expect((await erased(bob.user, 'waiting')).rows.object_versions).toBeUndefined();
  const [version] = (await api.get(`${path}/${body.data.id}/versions`)).body.data;
  expect(version.properties.title).toBe('bob@example.com');
  expect((await api.get(`/v1/users/${carl.user.id}`)).body.data.email).toBe('bob@example.com');
});

it('needs the rights of a delete, and a confirmation of its own', async () => {
  const [admin, plain] = [await createUser(api, { role: 'admin' }), await createUser(api)];
  const owner = await createUser(api, { role: 'owner' });
  const erase = 'force=true&erase=true';
  for (const [client, { user }] of [[plain.client, admin] as const, [admin.client, owner] as const])
    expect((await client.delete(`/v1/users/${user.id}?${erase}`)).status).toBe(403);
  expect((await plain.client.get(`/v1/users/${admin.user.id}/erasure`)).status).toBe(403);
  expect((await api.get(`/v1/users/${admin.user.id}/erasure`)).body.error.code).toBe('NOT_FOUND');

  const own = { password: admin.password };
  const himself = await admin.client.delete('/v1/auth/user?force=true&erase=true', own);
  expect([himself.status, himself.body.error.param]).toEqual([400, 'erase']);
  const asOther = await admin.client.delete(`/v1/users/${admin.user.id}?${erase}`);
  expect([asOther.status, asOther.body.error.param]).toEqual([400, 'erase']);
  // The same holds for a key that the user has made, and for one that such a key has made.
  let maker: Pick<TenantClient, 'post'> = admin.client;
  for (const scopes of [['*'], ['*']]) {
    const key = api.as((await maker.post('/v1/keys', { scopes })).body.data.token);
    const byKey = await key.delete(`/v1/users/${admin.user.id}?${erase}`);
    expect([byKey.status, byKey.body.error.param]).toEqual([400, 'erase']);
    maker = key;
  }
  expect((await admin.client.get('/v1/auth/user')).status).toBe(200);

  // Also of a user who has made nothing.
  const bare = await api.delete(`/v1/users/${plain.user.id}?${erase}`);
  expect(bare.body.error.dependencies).toEqual([
    { type: 'audit_log', count: 1, label: expect.any(String) },
  ]);
  expect((await api.get(`/v1/users/${plain.user.id}`)).status).toBe(200);

  const { path } = await defineType(api, { title: 'string' });
  expect((await admin.client.post(path, { properties: { title: 'x' } })).status).toBe(201);
  const at = `/v1/users/${admin.user.id}`;
  const { confirm_token } = (await api.delete(`${at}?force=true`)).body.error;
  const bound = await api.delete(`${at}?${erase}&confirm_token=${confirm_token}`);
  expect(bound.body.error.code).toBe('DEPENDENCY_EXISTS');
  expect((await api.get(at)).status).toBe(200);
});
