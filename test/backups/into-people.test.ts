import { beforeAll, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { enroll, freshCode } from '../support/totp.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';
import { askedInto, backupOf, over, path, remove, restoredInto } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const passphrase = 'eight words that no one else would have thought of';

async function addUser(api: TenantClient, email: string, fields: object = {}): Promise<string> {
  const given = { email, password: 'first-password-1', email_verified: true, ...fields };
  const { status, body } = await api.post('/v1/users', given);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id;
}

/** The status of a sign-in: 200 when it is let in. */
const signIn = (api: TenantClient, email: string, password: string) =>
  api.post('/v1/auth/signin', { email, password }, anotherAddress());

async function rowsOf(api: TenantClient, table: string) {
  const { rows } = await server.db.query(
    `select to_jsonb(t) - '{last_used_at,last_used_ip}'::text[] as row from app.${table} t where tenant_id = $1 order by to_jsonb(t)::text`,
    [api.tenant.id],
  );
  return rows.map(({ row }) => row);
}

it('a user who was deleted comes back by merge, with password and roles of the backup, and without sessions', async () => {
  const api = await createTenant(server);
  const role = (await api.post('/v1/roles', { name: 'clerk', permissions: ['objects:read'] })).body;
  const id = await addUser(api, 'ada@example.com', { user_metadata: { big: 9007199254740991 } });
  await api.post(`/v1/roles/${role.data.id}/members`, { user_id: id });
  await addUser(api, 'other@example.com');
  await signIn(api, 'ada@example.com', 'first-password-1');
  const [before, members] = [await rowsOf(api, 'users'), await rowsOf(api, 'role_members')];
  const backup = await backupOf(operator, api.tenant.id);
  await remove(api, `/v1/users/${id}`);
  expect((await signIn(api, 'ada@example.com', 'first-password-1')).status).toBe(401);

  const done = await restoredInto(operator, backup.id, {
    ...{ mode: 'merge', only: { resources: ['users'] } },
  });
  expect(done).toMatchObject({
    ...{ status: 'completed', error: null },
    report: { created: { users: 1 }, updated: {}, deleted: {}, conflict_count: 0 },
  });
  const sessions = await rowsOf(api, 'sessions');
  expect(sessions.filter(({ user_id, revoked_at }) => user_id === id && !revoked_at)).toEqual([]);
  expect(await rowsOf(api, 'users')).toEqual(before);
  expect(await rowsOf(api, 'role_members')).toEqual(members);
  expect((await signIn(api, 'ada@example.com', 'first-password-1')).status).toBe(200);
  const found = await api.get('/v1/users?search=ada@example.com');
  expect(found.status).toBe(200);
});

it('in place, what protects accounts stays as it is today, and users made since go', async () => {
  const api = await createTenant(server);
  const key = (label: string) => api.post('/v1/keys', { label, scopes: ['read'] });
  const revoked = (await key('one')).body.data;
  const ada = await addUser(api, 'ada@example.com', { user_metadata: { name: 'Ada' } });
  await addUser(api, 'eve@example.com');
  const signed = await signIn(api, 'eve@example.com', 'first-password-1');
  const backup = await backupOf(operator, api.tenant.id);
  await api.delete(`/v1/keys/${revoked.key?.id ?? revoked.id}`);
  const made = (await key('later')).body.data;
  await api.patch(`/v1/users/${ada}`, { password: 'second-password-2' });
  await api.patch(`/v1/users/${ada}`, { user_metadata: { name: 'Changed' } });
  await api.patch(`/v1/users/${ada}`, { email: 'new@example.com' });
  await api.post(`/v1/users/${ada}/ban`, { reason: 'spam' });
  await enroll(api.as(signed.body.data.access_token));
  const later = await addUser(api, 'later@example.com');
  const kept = ['api_keys', 'mfa_factors', 'recovery_codes', 'passkeys'];
  const before = await Promise.all(kept.map((table) => rowsOf(api, table)));
  expect(before[1]).toHaveLength(1);
  const [row] = (await rowsOf(api, 'users')).filter(({ id }) => id === ada);

  const asked = await askedInto(operator, backup.id, { mode: 'in_place' });
  expect(asked.body.error.dependencies).toEqual([
    { type: 'users', count: 1, action: 'updated', label: '1 user updated' },
    { type: 'users', count: 1, action: 'deleted', label: '1 user deleted' },
  ]);
  const done = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(done).toMatchObject({
    status: 'completed',
    report: { updated: { users: 1 }, deleted: { users: 1 }, conflict_count: 0 },
  });
  expect(await Promise.all(kept.map((table) => rowsOf(api, table)))).toEqual(before);
  const users = await rowsOf(api, 'users');
  expect(users.map(({ id }) => id)).not.toContain(later);
  const { user_metadata, updated_at, ...rest } = users.find(({ id }) => id === ada);
  expect(row).toMatchObject(rest);
  expect(user_metadata).toEqual({ name: 'Ada' });
  expect((await api.as(made.token).get('/v1/object-types')).status).toBe(200);
  expect((await api.as(revoked.token).get('/v1/object-types')).status).toBe(401);
});

it('an address that another user has by now is a conflict, and the others come', async () => {
  const api = await createTenant(server);
  const ids = [await addUser(api, 'ada@example.com'), await addUser(api, 'bob@example.com')];
  const backup = await backupOf(operator, api.tenant.id);
  for (const id of ids) await remove(api, `/v1/users/${id}`);
  const holder = await addUser(api, 'ada@example.com');
  const done = await restoredInto(operator, backup.id, {
    ...{ mode: 'merge', only: { resources: ['users'] }, on_conflict: 'keep' },
  });
  expect(done.report).toMatchObject({
    ...{ created: { users: 1 }, conflict_count: 1 },
    conflicts: [{ kind: 'users', reason: 'unique', fields: ['email'] }],
  });
  const users = (await rowsOf(api, 'users')).map(({ id }) => id);
  expect(users).toContain(holder);
  expect(users).toContain(ids[1]);
  expect(users).not.toContain(ids[0]);
});

it('a user comes back with the second factor that they had, whose secret is sealed again', async () => {
  const api = await createTenant(server);
  const id = await addUser(api, 'ada@example.com');
  const signed = await signIn(api, 'ada@example.com', 'first-password-1');
  const factor = await enroll(api.as(signed.body.data.access_token));
  const backup = await backupOf(
    operator,
    api.tenant.id,
    { secrets: true },
    { 'x-snapshot-passphrase': passphrase },
  );
  await remove(api, `/v1/users/${id}`);
  const { status, body } = await operator.post(
    `${path}/${backup.id}/restore`,
    { mode: 'merge', only: { resources: ['users'] } },
    { 'x-snapshot-passphrase': passphrase },
  );
  expect([status, body.error]).toEqual([201, undefined]);
  const done = await over(operator, `/admin/restores/${body.data.id}`);
  expect(done.report).toMatchObject({ created: { users: 1 }, conflict_count: 0 });
  const asked = await signIn(api, 'ada@example.com', 'first-password-1');
  expect([asked.status, asked.body.error.code]).toEqual([401, 'MFA_REQUIRED']);
  const { mfa_token } = asked.body.error.details;
  const proved = { factor_id: factor.id, mfa_token, code: await freshCode(server, factor) };
  const verified = await api.as(undefined).post('/v1/auth/mfa/verify', proved, anotherAddress());
  expect([verified.status, verified.body.error]).toEqual([200, undefined]);
});

it('in place, a passkey that was replaced since stays that of today', async () => {
  const api = await createTenant(server);
  const id = await addUser(api, 'ada@example.com');
  const add = (credential: string) =>
    server.db.query(
      `insert into app.passkeys (tenant_id, id, user_id, credential_id, public_key)
       values ($1, app.new_id('pk'), $2, $3, '\\x00')`,
      [api.tenant.id, id, credential],
    );
  await add('old');
  const backup = await backupOf(operator, api.tenant.id);
  await server.db.query('delete from app.passkeys where tenant_id = $1', [api.tenant.id]);
  await add('new');
  await api.patch(`/v1/users/${id}`, { user_metadata: { n: 1 } });
  const done = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(done.report).toMatchObject({ updated: { users: 1 }, conflict_count: 0 });
  const passkeys = await rowsOf(api, 'passkeys');
  expect(passkeys.map(({ credential_id }) => credential_id)).toEqual(['new']);
});

it('in place, there is always an owner: the one of then comes back first, and the last one stays', async () => {
  const api = await createTenant(server);
  const [ada, bob] = [await addUser(api, 'ada@example.com'), await addUser(api, 'bob@example.com')];
  const setRole = async (id: string, role: string) =>
    expect((await api.patch(`/v1/users/${id}`, { role })).status).toBe(200);
  const rolesOf = async () =>
    Object.fromEntries((await rowsOf(api, 'users')).map(({ email, role }) => [email, role]));
  const without = await backupOf(operator, api.tenant.id);
  await setRole(bob, 'owner');
  const ofBob = await backupOf(operator, api.tenant.id);
  await setRole(ada, 'owner');
  await remove(api, `/v1/users/${bob}`);

  const done = await restoredInto(operator, ofBob.id, { mode: 'in_place' });
  expect(done.report).toMatchObject({
    ...{ created: { users: 1 }, updated: { users: 1 }, conflict_count: 0 },
  });
  expect(await rolesOf()).toEqual({ 'ada@example.com': 'user', 'bob@example.com': 'owner' });

  const refused = await restoredInto(operator, without.id, { mode: 'in_place' });
  expect(refused.report).toMatchObject({
    ...{ updated: {}, conflict_count: 1, conflicts: [{ kind: 'users', id: bob }] },
  });
  expect(await rolesOf()).toEqual({ 'ada@example.com': 'user', 'bob@example.com': 'owner' });
});
