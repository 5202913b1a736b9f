import { beforeAll, describe, expect, it } from 'vitest';
import { RefreshTokens } from '../../src/credentials/refresh-token.ts';
import { routes } from '../../src/groups/index.ts';
import { define } from '../functions/support.ts';
import { type Client, createTenant } from '../support/api.ts';
import { openSocket } from '../support/sockets.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser, type SignedUp } from '../support/users.ts';
import { alive, code, ended, impersonating, living } from './impersonate.ts';

const server = useServer();
const api = useTenant(server);
const refused = [403, 'FORBIDDEN'];
let admin: SignedUp;
let own: Awaited<ReturnType<ReturnType<typeof impersonating>['impersonate']>>;
let client: Client;

beforeAll(async () => {
  admin = await createUser(api, { role: 'admin' });
  await api.post('/v1/object-types', { name: 'things', user_access: 'open' });
  own = await impersonating(server, api).impersonate(admin);
  client = own.client;
});

/** Makes a request of a transaction. @returns how the transaction was answered */
const inTransaction = async (by: Client, method: string, path: string, body?: object) =>
  code(await by.post('/v1/transaction', { requests: [{ method, path, body }] }));

describe('a session that impersonates an administrator', () => {
  it('is refused each operation that is closed to it, and does what else the user may', async () => {
    const closed = routes.filter(
      ({ notImpersonated, scope }) => notImpersonated && scope !== 'public' && scope !== 'open',
    );
    expect(closed.length).toBeGreaterThan(100);
    const passed: string[] = [];
    for (const { id, method, path, example } of closed) {
      const response = await fetch(
        server.url + path.replace(':version_number', '1').replaceAll(/:\w+/g, 'none_0'),
        {
          method,
          headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body: JSON.stringify(example?.body ?? {}) }),
        },
      );
      const { error } = (await response.json()) as {
        error?: { details?: { impersonated?: true } };
      };
      if (error?.details?.impersonated !== true) passed.push(`${id}: ${JSON.stringify(error)}`);
    }
    expect(passed).toEqual([]);
    const query = 'mutation { createThing(properties: {}) { id } }';
    const { body: told } = await client.post('/v1/graphql', { query });
    expect(told.data.createThing.id).toMatch(/^obj_/);
    const { body } = await client.post('/v1/objects/things', {});
    expect((await client.delete(`/v1/objects/things/${body.data.id}`)).status).toBe(200);
  });

  it('cannot live on: by a refresh token, another grant, a second factor or an account', async () => {
    const tokens = new RefreshTokens(server.config.encryptionKey);
    const made = tokens.make({ tenant: api.tenant.id, session: own.id, counter: 0 });
    for (const [path, body] of [
      ['/v1/auth/refresh', { refresh_token: made }],
      ['/v1/auth/token?grant_type=refresh_token', { refresh_token: made }],
    ] as const)
      expect(code(await client.post(path, body))).toEqual(ended);
    for (const [path, body] of [
      ['/v1/auth/mfa/enroll', { type: 'totp' }],
      ['/v1/auth/mfa/challenge', { factor_id: 'mfa_0' }],
      ['/v1/auth/mfa/verify', { factor_id: 'mfa_0', code: '123456' }],
      ['/v1/auth/mfa/recovery-codes/verify', { code: 'aaaaa-aaaaa' }],
      ['/v1/auth/passkeys/register/options', {}],
      ['/v1/auth/reauthenticate', {}],
      ['/v1/users', { email: 'back@example.com', password: 'correct horse battery' }],
      ['/v1/users/invite', { email: 'back@example.com' }],
      [`/v1/users/${admin.user.id}/generate-link`, { type: 'magiclink' }],
    ] as const)
      expect([path, ...code(await client.post(path, body))]).toEqual([path, ...refused]);
    expect(await alive(client)).toEqual(living);
  });

  it('cannot become more: by as_user, roles or a key, whichever way they are asked for', async () => {
    const owner = await createUser(api, { role: 'owner' });
    expect(code(await client.get(`/v1/objects/things/list?as_user=${owner.user.id}`))).toEqual(
      refused,
    );
    const key = { label: 'Back', scopes: ['read'] };
    expect(code(await client.post('/v1/keys', key))).toEqual(refused);
    expect(await inTransaction(client, 'POST', '/v1/keys', key)).toEqual(refused);
    const role = { role: 'owner' };
    expect(code(await client.patch(`/v1/users/${admin.user.id}`, role))).toEqual(refused);
    expect(await inTransaction(client, 'PATCH', `/v1/users/${admin.user.id}`, role)).toEqual(
      refused,
    );
    expect(code(await client.post('/v1/sql', { sql: 'select 1' }))).toEqual(refused);
    expect(code(await client.post('/v1/keys?dry_run=true', key))).toEqual(refused);
    const again = { 'idempotency-key': 'impersonated' };
    expect((await admin.client.post('/v1/keys', key, again)).status).toBe(201);
    expect(code(await client.post('/v1/keys', key, again))).toEqual(refused);
  });

  it('cannot make a key by a function either, which its own user can', async () => {
    const path = await define(
      api,
      `export default async (input, ctx) => (await ctx.api.post('/v1/keys', { label: 'F', scopes: ['read'] })).key.id`,
    );
    const run = (by: Client) => by.post(`${path}/execute`, {});
    expect((await run(admin.client)).body.data).toMatchObject({ status: 'succeeded' });
    const { body } = await run(client);
    expect(JSON.stringify(body)).toContain('This session impersonates a user');
  });

  it('sets up nothing that acts later, even where a route is left open', async () => {
    const rows = async (text: string, values: unknown[]) => (await db.query(text, values)).rows;
    const db = await server.db.connect();
    try {
      const principal = { type: 'user', id: admin.user.id, scopes: ['*'] };
      const become = (more: object) =>
        rows('select app.act_as($1)', [JSON.stringify({ ...principal, ...more })]);
      await rows('begin', []);
      await become({});
      await rows(`select app.authors_set('{}', 'code')`, []);
      await become({ act: { sub: 'platform', key: 'env' } });
      await expect(rows(`select app.authors_set('{}', 'code')`, [])).rejects.toThrow(
        'impersonates',
      );
    } finally {
      await db.query('rollback');
      db.release();
    }
  });

  it('is named in what automations do for it', async () => {
    await api.post('/v1/object-types', { name: 'copies', user_access: 'open' });
    const action = { type: 'create_object', config: { object_type_id: 'copies', properties: {} } };
    const made = await api.post('/v1/automations', {
      ...{ name: 'Copy', mode: 'sync', run_as: 'trigger_user', trigger_event: 'object.created' },
      ...{ object_type_id: 'things', actions: [{ key: 'copy', ...action }] },
    });
    expect(made.status).toBe(201);
    expect((await client.post('/v1/objects/things', {})).status).toBe(201);
    const { rows } = await server.db.query(
      `select actor->'act' as act, actor#>>'{by,type}' as by from app.journal j
       join app.object_types t on t.tenant_id = j.tenant_id and t.id = j.object_type_id
       where j.tenant_id = $1 and j.type = 'object.created' and t.name = 'copies'`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ act: { sub: 'platform', key: 'env' }, by: 'automation' }]);
    const { rows: later } = await server.db.query(
      `select app.principal_of_event($1, $2, null, 1)->'act' as act`,
      [api.tenant.id, { type: 'user', id: admin.user.id, act: { sub: 'platform', key: 'env' } }],
    );
    expect(later).toEqual([{ act: { sub: 'platform', key: 'env' } }]);
  });

  it('leaves the message that tells the user of it where it is', async () => {
    const { body } = await admin.client.get('/v1/auth/notifications');
    const [{ id }] = body.data.results;
    const path = `/v1/auth/notifications/${id}`;
    expect(code(await client.delete(path))).toEqual(refused);
    expect(code(await client.patch(path, { is_read: true }))).toEqual(refused);
    expect(code(await client.post('/v1/auth/notifications/read-all', {}))).toEqual(refused);
  });

  it('reads no link or code that lets a user in, where such messages are kept', async () => {
    const { email } = admin.user;
    expect((await client.post('/v1/auth/magic-link', { email })).status).toBe(200);
    const { rows } = await server.db.query(
      `update app.messages set status = 'stored', text = 'a link'
       where tenant_id = $1 and recipient = $2 and mail is null returning id`,
      [api.tenant.id, email],
    );
    const path = `/v1/email/${rows[0].id}`;
    expect((await admin.client.get(path)).body.data.text).toBe('a link');
    expect(code(await client.get(path))).toEqual([404, 'NOT_FOUND']);
  });

  it('is bound in the same way as a user with a role of the tenant', async () => {
    const name = 'keeper';
    const permissions = ['objects:read', 'objects:write', 'keys:manage'];
    expect((await api.post('/v1/roles', { name, permissions })).status).toBe(201);
    const member = await createUser(api, { role: name });
    const { client: mine } = await impersonating(server, api).impersonate(member);
    const key = { label: 'Back', scopes: ['read'] };
    expect(code(await mine.post('/v1/keys', key))).toEqual(refused);
    expect(code(await mine.get(`/v1/objects/things/list?as_user=${admin.user.id}`))).toEqual(
      refused,
    );
    const { body } = await mine.post('/v1/objects/things', {});
    const log = await api.get(`/v1/audit-logs?resource_id=${body.data.id}`);
    expect(log.body.data.logs).toMatchObject([
      { actor: { id: member.user.id, act: { key: 'env' } } },
    ]);
  });

  it('is of one tenant', async () => {
    const other = await createTenant(server);
    const answer = await client.get('/v1/auth/user', undefined, { 'x-tenant-id': other.tenant.id });
    expect(code(answer)).toEqual([403, 'TENANT_MISMATCH']);
  });

  it('listens at a socket, which ends with it', async () => {
    const { token, client: mine } = await impersonating(server, api).impersonate(admin);
    const socket = await openSocket(server, { token, tenant_id: api.tenant.id });
    expect(await socket.subscribe('objects:things')).toMatchObject({ type: 'subscribed' });
    await mine.post('/v1/auth/signout', {});
    expect((await socket.closed).code).toBe(4401);
  });
});
