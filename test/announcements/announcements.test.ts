import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const path = '/owner/announcements';
const server = useServer();
let operator: Client;
let api: TenantClient;
beforeEach(async () => {
  operator = platformClient(server);
  api = await createTenant(server);
});

const create = (more: object = {}) => operator.post(path, { title: 'Maintenance', ...more });
/** The announcement as a caller of a tenant sees it; other tests also announce. */
const shown = async (id: string, client: Client = api) =>
  (await client.get('/v1/announcements')).body.data.find((one: { id: string }) => one.id === id);

describe('an announcement', () => {
  it('is shown to every caller of a tenant while it lasts', async () => {
    const { status, body } = await create({ body: 'On Sunday', level: 'warning' });
    const { id, starts_at } = body.data;
    const said = { title: 'Maintenance', body: 'On Sunday', level: 'warning', ends_at: null };
    expect([status, body.data]).toMatchObject([201, { ...said, updated_at: starts_at }]);
    const { client } = await createUser(api);
    for (const caller of [api, client, await api.withKey(['read'])])
      expect(await shown(id, caller)).toEqual({ id, starts_at, ...said });
    expect((await api.as(undefined).get('/v1/announcements')).status).toBe(401);
  });

  it('is not shown before it starts and after it has ended', async () => {
    const later = (await create({ starts_at: '2099-01-01T00:00:00Z' })).body.data.id;
    const past = { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-01-02T00:00:00Z' };
    const { ends_at, ...begun } = past;
    const over = (await create(begun)).body.data.id;
    expect((await create(past)).body.error.param).toBe('ends_at');
    await operator.patch(`${path}/${over}`, { ends_at });
    expect([await shown(later), await shown(over)]).toEqual([undefined, undefined]);
    await operator.patch(`${path}/${over}`, { ends_at: null });
    expect(await shown(over)).toMatchObject({ ends_at: null });
  });

  it('can be changed and deleted', async () => {
    const { id } = (await create()).body.data;
    await operator.patch(`${path}/${id}`, { title: 'Done', level: 'critical' });
    expect(await shown(id)).toMatchObject({ title: 'Done', level: 'critical', body: '' });
    expect((await operator.get(`${path}/${id}`)).body.data.title).toBe('Done');
    expect((await operator.delete(`${path}/${id}`)).body.data).toEqual({ id, deleted: true });
    expect(await shown(id)).toBe(undefined);
    expect((await operator.get(`${path}/${id}`)).status).toBe(404);
  });

  it.each([
    [{ title: ' ' }, 'title'],
    [{ level: 'loud' }, 'level'],
    [{ starts_at: '2026-01-02T00:00:00Z', ends_at: '2026-01-02T00:00:00Z' }, 'ends_at'],
    [{ ends_at: 'tomorrow' }, 'ends_at'],
  ])('refuses %o with 400', async (fields, param) => {
    const { status, body } = await create(fields);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it('is made only by the operator', async () => {
    const { id } = (await create()).body.data;
    expect((await api.post(path, { title: 'x' })).status).toBe(403);
    expect((await api.patch(`${path}/${id}`, { title: 'x' })).status).toBe(403);
    expect((await api.delete(`${path}/${id}`)).status).toBe(403);
    expect((await api.get(path)).status).toBe(403);
  });

  it('is in the list of the operator, those that start last first', async () => {
    const first = (await create({ starts_at: '2098-01-01T00:00:00Z' })).body.data.id;
    const second = (await create({ starts_at: '2098-01-02T00:00:00Z' })).body.data.id;
    const { announcements } = (await operator.get(`${path}?limit=100`)).body.data;
    const ids = announcements.map(({ id }: { id: string }) => id);
    expect(ids.indexOf(second)).toBeLessThan(ids.indexOf(first));
    expect(ids).toContain(first);
  });
});
