import { describe, expect, it } from 'vitest';
import { type Answer, createTenant } from '../support/api.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser, signUp } from '../support/users.ts';

const list = '/v1/user-announcements';
const own = '/v1/auth/announcements';

const server = useServer();
const api = useTenant(server);

const expectError = ({ status, body }: Answer, wanted: number, code: string) =>
  expect([status, body.error?.code]).toEqual([wanted, code]);
const announce = async (fields: object, at = api) => {
  const { status, body } = await at.post(list, { title: 'News', ...fields });
  expect(status).toBe(201);
  return body.data as { id: string; starts_at: string; roles: string[] | null };
};
const titles = async (client: Pick<typeof api, 'get'>, query = '') =>
  (await client.get(`${own}${query}`)).body.data.map(({ title }: { title: string }) => title);

/** Opens many announcements. */
const fill = ({ tenant }: typeof api, count: number) =>
  server.db.query(
    `insert into app.user_announcements (tenant_id, id, title, starts_at)
     select $1, 'uann_' || n, 'News', now() from generate_series(1, $2::integer) n`,
    [tenant.id, count],
  );

describe('an announcement to users', () => {
  it('is shown to every user of its tenant, and to no other tenant', async () => {
    const [here, there] = [await createTenant(server), await createTenant(server)];
    await announce({ title: 'Ours' }, here);
    expect(await titles((await signUp(here)).client)).toEqual(['Ours']);
    expect(await titles((await signUp(there)).client)).toEqual([]);
    expect((await there.get(list)).body.data.results).toEqual([]);
  });

  it('is shown to users who have one of its roles, and can be marked by them only', async () => {
    const at = await createTenant(server);
    const { id } = await announce({ title: 'For administrators', roles: ['owner', 'admin'] }, at);
    const admin = await createUser(at, { role: 'admin' });
    const user = await signUp(at);
    expect(await titles(admin.client)).toEqual(['For administrators']);
    expect(await titles(user.client)).toEqual([]);
    expect((await admin.client.put(`${own}/${id}/read`)).status).toBe(200);
    expectError(await user.client.put(`${own}/${id}/read`), 404, 'NOT_FOUND');
    expectError(await user.client.delete(`${own}/${id}/read`), 404, 'NOT_FOUND');
  });

  it('is for the same users when their role has a new name, and for no later role of the old one', async () => {
    const at = await createTenant(server);
    const create = async (name: string) => (await at.post('/v1/roles', { name })).body.data.id;
    const [member, later] = [await signUp(at), await signUp(at)];
    const assign = ({ user }: typeof member, role_id: string) =>
      at.post('/v1/roles/assign', { user_id: user.id, role_id });
    const staff = await create('staff');
    await assign(member, staff);
    const { id } = await announce({ title: 'For staff', roles: ['admin', 'staff'] }, at);
    await at.patch(`/v1/roles/${staff}`, { name: 'team' });
    await assign(later, await create('staff'));
    expect(await titles(member.client)).toEqual(['For staff']);
    expect(await titles(later.client)).toEqual([]);
    expect((await at.get(`${list}/${id}`)).body.data.roles).toEqual(['admin', 'team']);
    expectError(await at.delete(`/v1/roles/${staff}`), 409, 'INVALID_STATE');
    await at.delete(`${list}/${id}`);
    expect((await at.delete(`/v1/roles/${staff}`)).status).toBe(200);
  });

  it('is shown from its start to its end', async () => {
    const at = await createTenant(server);
    const user = await signUp(at);
    await announce({ title: 'Later', starts_at: '2999-01-01T00:00:00Z' }, at);
    await announce(
      { title: 'Over', starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-01-02T00:00:00Z' },
      at,
    );
    const { id } = await announce({ title: 'Now' }, at);
    expect(await titles(user.client)).toEqual(['Now']);
    await at.patch(`${list}/${id}`, {
      starts_at: '2020-01-01T00:00:00Z',
      ends_at: '2020-01-02T00:00:00Z',
    });
    expect(await titles(user.client)).toEqual([]);
    expect((await at.get(list)).body.data.total).toBe(3);
  });

  it('keeps when each user has read it', async () => {
    const at = await createTenant(server);
    const [ada, bob] = [await signUp(at), await signUp(at)];
    const { id } = await announce({ title: 'Read me' }, at);
    const first = await ada.client.put(`${own}/${id}/read`);
    const again = await ada.client.put(`${own}/${id}/read`);
    expect(first.body.data.read_at).toEqual(expect.any(String));
    expect(again.body.data).toEqual(first.body.data);
    expect(await titles(ada.client, '?unread=true')).toEqual([]);
    expect(await titles(bob.client, '?unread=true')).toEqual(['Read me']);
    expect((await ada.client.get(own)).body.data).toMatchObject([first.body.data]);
    const { data } = (await at.get(`${list}/${id}/reads`)).body;
    const { read_at } = first.body.data;
    expect(data).toMatchObject({ results: [{ user_id: ada.user.id, read_at }], total: 1 });
    expect((await ada.client.delete(`${own}/${id}/read`)).body.data.read_at).toBeNull();
    expect(await titles(ada.client, '?unread=true')).toEqual(['Read me']);
  });

  it('is marked with all others at once', async () => {
    const at = await createTenant(server);
    const user = await signUp(at);
    await announce({}, at);
    await announce({}, at);
    await announce({ roles: ['admin'] }, at);
    expect((await user.client.post(`${own}/read-all`)).body.data).toEqual({ updated: 2 });
    expect((await user.client.post(`${own}/read-all`)).body.data).toEqual({ updated: 0 });
    expect(await titles(user.client, '?unread=true')).toEqual([]);
  });

  it('is changed and deleted by those who may manage announcements', async () => {
    const { id } = await announce({ roles: ['user'] });
    const user = await signUp(api);
    for (const answer of [
      await user.client.get(list),
      await user.client.post(list, { title: 'Mine' }),
      await user.client.patch(`${list}/${id}`, { title: 'Mine' }),
      await user.client.delete(`${list}/${id}`),
      await user.client.get(`${list}/${id}/reads`),
    ])
      expectError(answer, 403, 'FORBIDDEN');
    const changed = await api.patch(`${list}/${id}`, { roles: null });
    expect(changed.body.data.roles).toBeNull();
    expect((await api.get(`${list}/${id}`)).body.data).toEqual(changed.body.data);
    await user.client.put(`${own}/${id}/read`);
    expect((await api.delete(`${list}/${id}`)).body.data).toEqual({ id, deleted: true });
    expectError(await api.get(`${list}/${id}`), 404, 'NOT_FOUND');
  });

  it('names the field that is wrong', async () => {
    const wrong: Array<[object, string]> = [
      [{}, 'title'],
      [{ title: ' ' }, 'title'],
      [{ title: 'News', roles: [] }, 'roles'],
      [{ title: 'News', roles: ['admins'] }, 'roles'],
      [{ title: 'News', ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
      [{ title: 'News', starts_at: 'tomorrow' }, 'starts_at'],
    ];
    for (const [body, path] of wrong) {
      const answer = await api.post(list, body);
      expectError(answer, 400, 'VALIDATION_ERROR');
      expect(answer.body.error.details[0].path).toBe(path);
    }
  });

  it('is refused beyond 100 that are open', async () => {
    const at = await createTenant(server);
    await fill(at, 100);
    const refused = await at.post(list, { title: 'One more' });
    expectError(refused, 409, 'INVALID_STATE');
    await at.patch(`${list}/uann_1`, {
      starts_at: '2020-01-01T00:00:00Z',
      ends_at: '2020-01-02T00:00:00Z',
    });
    await announce({ title: 'One more' }, at);
  });

  it('is refused beyond 100 that are open, also of many at once', async () => {
    const open = [];
    for (const at of await Promise.all(Array.from({ length: 8 }, () => createTenant(server)))) {
      await fill(at, 99);
      await Promise.all(Array.from({ length: 20 }, () => at.post(list, { title: 'At once' })));
      open.push((await at.get(list)).body.data.total);
    }
    expect(open).toEqual(Array.from({ length: 8 }, () => 100));
  });

  it('that is deleted while users mark it is not found, and keeps no other from being marked', async () => {
    const at = await createTenant(server);
    const user = await signUp(at);
    const { id } = await announce({}, at);
    await announce({}, at);
    const holder = await server.db.connect();
    await holder.query('begin');
    await holder.query('delete from app.user_announcements where id = $1', [id]);
    const one = user.client.put(`${own}/${id}/read`);
    const all = user.client.post(`${own}/read-all`);
    await untilBlocked(server.db, holder);
    await holder.query('commit');
    holder.release();
    expectError(await one, 404, 'NOT_FOUND');
    expect((await all).body.data).toEqual({ updated: 1 });
  });
});

it('the read marks of an anonymous user go to the account that it becomes', async () => {
  const at = await createTenant(server);
  const { id } = await announce({}, at);
  const { id: both } = await announce({}, at);
  const ada = await signUp(at);
  const anonymous = (await at.post('/v1/auth/anonymous')).body.data;
  const visitor = at.as(anonymous.access_token);
  await ada.client.put(`${own}/${both}/read`);
  await visitor.put(`${own}/${id}/read`);
  await visitor.put(`${own}/${both}/read`);
  const { email, password } = ada;
  const merged = await visitor.post('/v1/auth/anonymous/link', {
    email,
    password,
    on_conflict: 'merge',
  });
  expect(merged.status).toBe(200);
  expect(await titles(ada.client, '?unread=true')).toEqual([]);
});
