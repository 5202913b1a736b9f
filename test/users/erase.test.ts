import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser, signUp } from '../support/users.ts';
import { createWebhook, opened, untilDelivery } from '../webhooks/support.ts';

const server = useOwnDatabase({ WORKER: 'on', ...opened });
let receiver: Receiver;
let api: TenantClient;
beforeAll(async () => {
  receiver = await startReceiver();
  api = await createTenant(server);
});
afterAll(() => receiver.close());

/** Where an address still stands, outside of the journal, which has a time of its own. */
async function tracesOf(text: string): Promise<string[]> {
  const { rows } = await server.db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and not c.relispartition order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: traces } = await server.db.query(
      `select 1 from app.${name} t where t.tenant_id = $1 and lower(t::text) like '%' || $2 || '%' limit 1`,
      [api.tenant.id, text],
    );
    if (traces.length > 0) found.push(name);
  }
  return found;
}

it('a user who is deleted leaves no delivery, mail or counter behind; others keep theirs', async () => {
  await createWebhook(api, receiver, { events: ['user.*'] });
  const ada = await createUser(api, { email: 'Ada@example.com' });
  const bob = await createUser(api, { email: 'bob@example.com' });
  await untilDelivery(api, 'success');
  for (const to of [
    ['ada@example.com', 'carl@example.com'],
    ['Ada@Example.com'],
    ['bob@example.com'],
  ])
    expect((await api.post('/v1/email/send', { to, subject: 'Hello', text: 'Hello' })).status).toBe(
      201,
    );
  const wrong = { email: 'ada@example.com', password: 'not this one', tenant_id: api.tenant.id };
  expect((await api.as(undefined).post('/v1/auth/signin', wrong)).status).toBe(401);
  await until(
    async () => (await api.get('/v1/email?limit=100')).body.data.results,
    (all: { status: string }[]) => all.every(({ status }) => status !== 'queued'),
  );
  expect(await tracesOf('ada@example.com')).toEqual(
    expect.arrayContaining(['auth_counters', 'messages', 'users', 'webhook_deliveries']),
  );

  await api.delete(`/v1/users/${ada.user.id}`);
  const again = async () => {
    const { rows } = await server.db.query(
      `select due_at > now() + interval '50 min' as is_later from app.work
       where tenant_id = $1 and id = 'user_erase ' || $2`,
      [api.tenant.id, ada.user.id],
    );
    return rows;
  };
  // Its own event is delivered yet, and the hour of the counters has not ended: it goes on in an hour.
  await until(again, ([work]) => work?.is_later);
  await until(
    async () => receiver.received.map(({ event }) => event.type),
    (types) => types.includes('user.deleted'),
  );
  expect(await tracesOf('ada@example.com')).not.toContain('messages');
  await until(
    async () => (await api.get('/v1/webhook-deliveries?status=pending')).body.data.total,
    (pending) => pending === 0,
  );
  await server.db.query(
    `update app.auth_counters set started_at = now() - interval '61 min' where tenant_id = $1`,
    [api.tenant.id],
  );
  await server.db.query('update app.work set due_at = now() where tenant_id = $1', [api.tenant.id]);
  await until(again, (work) => work.length === 0);
  expect(await tracesOf('ada@example.com')).toEqual([]);
  expect(await tracesOf('bob@example.com')).toEqual(
    expect.arrayContaining(['messages', 'users', 'webhook_deliveries']),
  );
  expect(bob.user.id).not.toBe(ada.user.id);
});

it('so it is where nothing listens to events of users', async () => {
  const quiet = await createTenant(server);
  const to = 'dora@example.com';
  const { user } = await createUser(quiet, { email: to });
  expect((await quiet.post('/v1/email/send', { to, subject: 'Hi', text: 'Hi' })).status).toBe(201);
  const log = async () => {
    const { rows } = await server.db.query(
      `select m.status from app.messages m where m.tenant_id = $1 and m.recipient = $2`,
      [quiet.tenant.id, to],
    );
    return rows;
  };
  await until(log, ([mail]) => mail?.status !== 'queued');
  await quiet.delete(`/v1/users/${user.id}`);
  await until(log, (mails) => mails.length === 0);
});

it('an address that a user has never proved to be theirs takes no mail of others along', async () => {
  const to = 'carla@example.com';
  expect((await api.post('/v1/email/send', { to, subject: 'Bill', text: 'Bill' })).status).toBe(
    201,
  );
  const log = async () => {
    const { rows } = await server.db.query(
      `select m.status from app.messages m where m.tenant_id = $1 and m.recipient = $2 and m.user_id is null`,
      [api.tenant.id, to],
    );
    return rows;
  };
  await until(log, ([mail]) => mail?.status !== 'queued');
  const { client, user, password } = await signUp(api, { email: to });
  const wrong = { email: to, password: 'not this one', tenant_id: api.tenant.id };
  expect((await api.as(undefined).post('/v1/auth/signin', wrong)).status).toBe(401);
  expect((await client.delete('/v1/auth/user', { password })).status).toBe(200);
  const next = `select from app.work where tenant_id = $1 and id = 'user_erase ' || $2 and due_at > now()`;
  await until(
    async () => (await server.db.query(next, [api.tenant.id, user.id])).rowCount,
    (count) => count === 1,
  );
  expect(await log()).toHaveLength(1);
});
