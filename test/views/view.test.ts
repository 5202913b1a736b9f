import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer({ LOG_LEVEL: 'error' });
let tenant: TenantClient;
let type: DefinedType;
let views: string;
beforeEach(async () => {
  tenant = await createTenant(server);
  type = await defineType(tenant, {
    status: 'string',
    score: { data_type: 'integer', is_sortable: true },
  });
  views = `/v1/object-types/${type.name}/views`;
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
});

const open = { property: 'status', operator: 'eq', value: 'open' };
const create = async (body: object = {}) => {
  const answer = await tenant.post(views, { name: 'View', ...body });
  expect(answer.body.error).toBeUndefined();
  return answer.body.data;
};

describe('a saved view', () => {
  it('is created with only a name, or with everything', async () => {
    const plain = await tenant.post(views, { name: 'All' });
    expect([plain.status, plain.body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^view_[0-9a-f]{32}$/),
        object_type_id: type.id,
        name: 'All',
        filters: [],
        sort: null,
        columns: [],
        is_default: false,
        visibility: 'shared',
        created_by: null,
        created_at: expect.any(String),
        updated_at: plain.body.data.created_at,
      },
    ]);
    const full = {
      filters: [open, { or: [{ score: { gt: 3 } }, { not: { status: 'new' } }] }],
      sort: { property: 'score', order: 'desc' },
      columns: ['id', 'score', 'updated_at'],
      is_default: true,
      visibility: 'private',
    };
    expect(await create(full)).toMatchObject(full);
    const { headers, body } = await tenant.get(views);
    expect(headers.get('x-total-count')).toBe('2');
    expect(body.data).toMatchObject([full, { name: 'All' }]);
    for (const view of body.data)
      expect((await tenant.get(`${views}/${view.id}`)).body.data).toEqual(view);
  });

  it('accepts filters as a map, and an order without a direction', async () => {
    const view = await create({ filters: { status: 'open' }, sort: { property: 'score' } });
    expect(view.filters).toEqual([{ status: 'open' }]);
    expect(view.sort).toEqual({ property: 'score', order: 'asc' });
  });

  it('is changed field by field', async () => {
    const view = await create({ filters: [open], sort: { property: 'score' }, columns: ['score'] });
    const path = `${views}/${view.id}`;
    const { status, body } = await tenant.patch(path, { name: 'Renamed' });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...view, name: 'Renamed', updated_at: body.data.updated_at });
    const cleared = { filters: [], sort: null, columns: [] };
    expect((await tenant.patch(path, cleared)).body.data).toMatchObject(cleared);
    expect((await tenant.patch(path, {})).body.data).toMatchObject({ name: 'Renamed', ...cleared });
  });

  it('can be deleted once', async () => {
    const { id } = await create();
    const { status, body } = await tenant.delete(`${views}/${id}`);
    expect([status, body.data]).toEqual([200, { id, deleted: true }]);
    for (const call of [
      tenant.delete(`${views}/${id}`),
      tenant.get(`${views}/${id}`),
      tenant.patch(`${views}/${id}`, {}),
      tenant.get(`${views}/${id}/results`),
    ])
      expect((await call).body.error.details).toEqual({ resource: 'view' });
  });

  it.each([
    [{ name: '' }, 'VALIDATION_ERROR', /^name/],
    [{ name: null }, 'VALIDATION_ERROR', /^name/],
    [{ filters: 'open' }, 'VALIDATION_ERROR', /^filters/],
    [
      { filters: [open, { property: 'x', operator: 'eq', value: 1 }] },
      'UNKNOWN_PROPERTY',
      /filters/,
    ],
    [{ filters: [{ property: 'score', operator: 'like', value: 1 }] }, 'INVALID_FILTER', /filters/],
    [{ sort: 'score' }, 'VALIDATION_ERROR', /^sort/],
    [{ sort: { property: 'x' } }, 'UNKNOWN_PROPERTY', /sort/],
    [{ sort: { property: 'score', order: 'up' } }, 'VALIDATION_ERROR', /^sort\.order/],
    [{ columns: ['score', 'x'] }, 'UNKNOWN_PROPERTY', /^columns\[1\]/],
    [{ visibility: 'public' }, 'VALIDATION_ERROR', /^visibility/],
    [{ is_default: 1 }, 'VALIDATION_ERROR', /^is_default/],
  ])('is refused with %j, on create and on change', async (fault, code, message) => {
    const { id } = await create();
    for (const answer of [
      await tenant.post(views, { name: 'x', ...fault }),
      await tenant.patch(`${views}/${id}`, fault),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([400, code]);
      expect(answer.body.error.message).toMatch(message);
    }
  });

  it('belongs to its type and tenant', async () => {
    const { id } = await create();
    const other = await defineType(tenant);
    const stranger = await createTenant(server);
    const theirs = await defineType(stranger, {}, { name: type.name });
    for (const [client, path] of [
      [tenant, `/v1/object-types/${other.name}/views/${id}`],
      [stranger, `${views}/${id}`],
      [stranger, `/v1/object-types/${theirs.id}/views/${id}`],
    ] as const)
      for (const call of [
        client.get(path),
        client.patch(path, { name: 'x' }),
        client.delete(path),
        client.get(`${path}/results`),
      ])
        expect((await call).body.error.details).toEqual({ resource: 'view' });
    expect((await stranger.get(views)).body.data).toEqual([]);
    expect((await stranger.get(`/v1/object-types/${type.id}/views`)).status).toBe(404);
  });

  it('requires the scopes read and write', async () => {
    const { id } = await create();
    const [reader, none] = [await tenant.withKey(['read']), await tenant.withKey(['files'])];
    expect((await reader.get(`${views}/${id}/results`)).status).toBe(200);
    for (const call of [
      reader.post(views, { name: 'x' }),
      reader.patch(`${views}/${id}`, {}),
      reader.delete(`${views}/${id}`),
      none.get(views),
      none.get(`${views}/${id}`),
      none.get(`${views}/${id}/results`),
    ])
      expect((await call).body.error.code).toBe('INSUFFICIENT_SCOPE');
  });

  it('has nothing that would be deleted with it', async () => {
    const { id } = await create();
    const { body } = await tenant.get(`${views}/${id}/dependencies`);
    expect(body.data).toEqual({ dependencies: [] });
    const missing = await tenant.get(`${views}/view_${'0'.repeat(32)}/dependencies`);
    expect([missing.status, missing.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is deleted with its type', async () => {
    await create();
    const path = `/v1/object-types/${type.id}`;
    const { dependencies, confirm_token } = (await tenant.delete(path)).body.error;
    expect(dependencies).toContainEqual({ type: 'view', count: 1, label: '1 view' });
    const query = `force=true&confirm_token=${confirm_token}`;
    expect((await tenant.delete(`${path}?${query}`)).status).toBe(200);
  });
});

describe('the default view', () => {
  const defaults = async (): Promise<string[]> =>
    (await tenant.get(views)).body.data
      .filter((view: { is_default: boolean }) => view.is_default)
      .map((view: { id: string }) => view.id);

  it('is unique: the previous one loses the flag, which the journal records', async () => {
    const first = await create({ is_default: true });
    const second = await create({ is_default: true });
    expect(await defaults()).toEqual([second.id]);
    await tenant.patch(`${views}/${first.id}`, { is_default: true });
    expect(await defaults()).toEqual([first.id]);
    await tenant.patch(`${views}/${first.id}`, { is_default: false });
    expect(await defaults()).toEqual([]);
    const { rows } = await server.db.query(
      `select type from app.journal where resource_id = $1 order by id`,
      [first.id],
    );
    expect(rows.map((row) => row.type)).toEqual([
      'view.created',
      'view.updated',
      'view.updated',
      'view.updated',
    ]);
  });

  it('is unique even with simultaneous requests', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => create()));
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        tenant.post(views, { name: 'new', is_default: true }),
        ...made.map(({ id }) => tenant.patch(`${views}/${id}`, { is_default: true })),
      ]);
      for (const { status } of answers) expect([200, 201, 409]).toContain(status);
      expect(await defaults()).toHaveLength(1);
    }
  });
});

describe('a private view', () => {
  it('is visible only to its author, and those of keys to keys', async () => {
    const { id } = await create({ visibility: 'private' });
    const key = await tenant.withKey(['write']);
    expect((await key.get(`${views}/${id}`)).status).toBe(200);
    await server.db.query(`update app.views set created_by = 'usr_1' where id = $1`, [id]);
    for (const call of [
      tenant.get(`${views}/${id}`),
      tenant.patch(`${views}/${id}`, { visibility: 'shared' }),
      tenant.delete(`${views}/${id}`),
      tenant.get(`${views}/${id}/results`),
    ])
      expect((await call).body.error.details).toEqual({ resource: 'view' });
    const { headers, body } = await tenant.get(views);
    expect([headers.get('x-total-count'), body.data]).toEqual(['0', []]);
  });
});
