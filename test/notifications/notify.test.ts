import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const path = '/v1/notifications';
const own = '/v1/auth/notifications';

// Its own: plans are learnt from what tables hold, and one of its tenants has ten thousand users where others have one.
const server = useOwnDatabase();
const api = useTenant(server);
let ada: SignedUp;
let bob: SignedUp;
beforeAll(async () => {
  [ada, bob] = [await signUp(api), await signUp(api)];
});

const content = { type: 'news', title: 'New prices' };
const idsOf = (...users: SignedUp[]) => users.map(({ user }) => user.id);
const titlesOf = async ({ client }: SignedUp) =>
  (await client.get(`${own}?limit=100`)).body.data.results.map(
    ({ title }: { title: string }) => title,
  );

async function queuedFor(title: string) {
  const { rows } = await server.db.query(
    `select channel, recipient, template, variables, user_id from app.messages
     where variables->>'title' = $1 order by channel, id`,
    [title],
  );
  return rows;
}

describe('notifying users by id', () => {
  it('reaches each of them once in the application, and names them in the journal', async () => {
    const [first, second] = idsOf(ada, bob);
    const { status, body } = await api.post(path, {
      ...content,
      user_ids: [first, second, first],
      body: 'See them.',
      metadata: { page: 7 },
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      created: 2,
      ids: [expect.stringMatching(/^ntf_/), expect.stringMatching(/^ntf_/)],
      queued: 0,
      suppressed: 0,
      not_delivered: [],
    });
    const { body: list } = await ada.client.get(own);
    expect(list.data).toEqual({
      results: [
        {
          id: body.data.ids[0],
          user_id: first,
          ...content,
          body: 'See them.',
          is_read: false,
          metadata: { page: 7 },
          created_at: expect.any(String),
        },
      ],
      next_cursor: null,
      total: 1,
      total_relation: 'eq',
    });
    const { rows } = await server.db.query(
      `select type, actor->>'type' as actor, after->'channels' as channels from app.journal
       where resource_id = any ($1)`,
      [body.data.ids],
    );
    const row = { type: 'notification.created', actor: 'api_key', channels: ['in_app'] };
    expect(rows).toEqual([row, row]);
  });

  it('reaches no one unless all of them are users of this tenant', async () => {
    const stranger = await signUp(await createTenant(server));
    for (const unknown of [stranger.user.id, 'usr_0']) {
      const { status, body } = await api.post(path, {
        ...content,
        title: 'For nobody',
        user_ids: [ada.user.id, unknown],
      });
      expect([status, body.error.details]).toEqual([404, { resource: 'user' }]);
    }
    expect(await titlesOf(ada)).not.toContain('For nobody');
    expect(await titlesOf(stranger)).toEqual([]);
  });
});

describe('notifying users by role', () => {
  it('reaches those who hold it: as base role, in addition, or through a role that inherits it', async () => {
    const tenant = await createTenant(server);
    const [plain, boss, lead, member] = [
      await signUp(tenant),
      await signUp(tenant),
      await signUp(tenant),
      await signUp(tenant),
    ];
    const { db } = server;
    const id = tenant.tenant.id;
    await db.query(
      `insert into app.roles (tenant_id, id, name, parent_role_id, inherited_names) values
         ($1, 'role_staff', 'staff', null, '{staff}'),
         ($1, 'role_lead', 'lead', 'role_staff', '{lead,staff}')`,
      [id],
    );
    await db.query(`update app.users set role = 'admin' where id = $1`, [boss.user.id]);
    await db.query(`update app.users set role = 'lead' where id = $1`, [lead.user.id]);
    await db.query(
      `insert into app.role_members (tenant_id, user_id, role_id) values ($1, $2, 'role_staff')`,
      [id, member.user.id],
    );
    const told = async (role: string) => {
      const title = `To ${role}`;
      const { body } = await tenant.post(path, { ...content, title, role });
      const titles = await Promise.all([plain, boss, lead, member].map(titlesOf));
      const reached = titles.map((of) => of.includes(title));
      expect(body.data.created).toBe(reached.filter(Boolean).length);
      return reached;
    };
    expect(await told('user')).toEqual([true, false, false, true]);
    expect(await told('admin')).toEqual([false, true, false, false]);
    expect(await told('lead')).toEqual([false, false, true, false]);
    expect(await told('staff')).toEqual([false, false, true, true]);
    expect(await told('owner')).toEqual([false, false, false, false]);
    const unknown = await tenant.post(path, { ...content, role: 'nobody' });
    expect([unknown.status, unknown.body.error.details]).toEqual([404, { resource: 'role' }]);
  });

  it('reaches up to 10,000 users in one call', async () => {
    const tenant = await createTenant(server);
    const add = (from: number, to: number) =>
      server.db.query(
        `insert into app.users (tenant_id, id, email)
         select $1, app.new_id('usr'), n || '@many.test' from generate_series($2::int, $3) n`,
        [tenant.tenant.id, from, to],
      );
    await add(1, 10_000);
    const told = await tenant.post(path, { ...content, role: 'user' });
    expect(told.body.data).toMatchObject({ created: 10_000 });
    expect(new Set(told.body.data.ids).size).toBe(10_000);
    await add(10_001, 10_001);
    const { status, body } = await tenant.post(path, { ...content, role: 'user' });
    expect([status, body.error.code]).toEqual([400, 'BATCH_TOO_LARGE']);
  });
});

describe('notification channels', () => {
  it('email and sms queue a message for users who have the address', async () => {
    await server.db.query(`update app.users set phone = '+14155550100' where id = $1`, [
      ada.user.id,
    ]);
    const { body } = await api.post(path, {
      ...content,
      title: 'By mail',
      body: 'Text',
      user_ids: idsOf(ada, bob),
      channels: ['sms', 'email', 'email', 'push', 'webhook'],
    });
    expect(body.data).toEqual({
      created: 0,
      ids: [],
      queued: 3,
      suppressed: 0,
      not_delivered: ['push', 'webhook'],
    });
    const row = {
      template: 'notification',
      variables: { type: 'news', title: 'By mail', body: 'Text' },
    };
    const mail = (user: SignedUp) => ({
      ...row,
      channel: 'email',
      recipient: user.email,
      user_id: user.user.id,
    });
    expect(await queuedFor('By mail')).toEqual([
      mail(ada),
      mail(bob),
      { ...row, channel: 'sms', recipient: '+14155550100', user_id: ada.user.id },
    ]);
    expect(await titlesOf(ada)).not.toContain('By mail');
  });

  it('are all rolled back with the transaction', async () => {
    const body = { ...content, title: 'Dry', user_ids: idsOf(ada), channels: ['in_app', 'email'] };
    const dry = await api.post(`${path}?dry_run=true`, body);
    expect(dry.body).toMatchObject({ dry_run: true, data: { created: 1, queued: 1 } });
    expect(await queuedFor('Dry')).toEqual([]);
    expect(await titlesOf(ada)).not.toContain('Dry');
  });
});

describe('notifying requires', () => {
  it('a key with scope write, or a user whose roles permit it', async () => {
    const body = { ...content, user_ids: idsOf(bob) };
    const calls = [
      [(await api.withKey(['read', 'auth', 'files'])).post, 403],
      [(await api.withKey(['write'])).post, 201],
      [bob.client.post, 403],
      [api.as(undefined).post, 401],
    ] as const;
    for (const [post, status] of calls) expect((await post(path, body)).status).toBe(status);
    await server.db.query(
      `with role as (
         insert into app.roles (tenant_id, id, name, inherited_names, inherited_permissions)
         values ($1, 'role_bell', 'bell', '{bell}', '{notifications:manage}') returning id)
       insert into app.role_members (tenant_id, user_id, role_id) select $1, $2, id from role`,
      [api.tenant.id, bob.user.id],
    );
    expect((await bob.client.post(path, body)).status).toBe(201);
  });
});

it('an invalid notification is refused with 400 and reaches no one', async () => {
  const user_ids = idsOf(ada);
  const before = await titlesOf(ada);
  for (const body of [
    {},
    { ...content },
    { ...content, user_ids, role: 'user' },
    { ...content, user_ids: [] },
    { ...content, user_ids: 'usr_1' },
    { ...content, user_ids: Array.from({ length: 1001 }, () => 'usr_1') },
    { user_ids, type: 'news' },
    { user_ids, title: 'x' },
    { ...content, user_ids, title: '' },
    { ...content, user_ids, title: 'x'.repeat(301) },
    { ...content, user_ids, type: 'x'.repeat(101) },
    { ...content, user_ids, body: 'x'.repeat(10_001) },
    { ...content, user_ids, metadata: { x: 'x'.repeat(10_240) } },
    { ...content, user_ids, metadata: [] },
    { ...content, user_ids, channels: [] },
    { ...content, user_ids, channels: ['pigeon'] },
    { ...content, user_ids, title: 'nul \u0000' },
  ]) {
    const { status, body: answer } = await api.post(path, body);
    expect([JSON.stringify(body).slice(0, 80), status]).toEqual([expect.any(String), 400]);
    expect(answer.error.code).toMatch(/^(VALIDATION_ERROR|INVALID_JSON)$/);
  }
  expect(await titlesOf(ada)).toEqual(before);
});
