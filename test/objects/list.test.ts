import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const tenant = useTenant(server);
/** Seven objects with `rank` from 7 down to 1, and `Rank` in the other direction. */
let type: DefinedType;
let ids: string[];

beforeAll(async () => {
  type = await defineType(tenant, {
    rank: { data_type: 'integer', is_sortable: true },
    free: 'string',
  });
  const objects = [7, 6, 5, 4, 3, 2, 1].map((rank) => ({ properties: { rank } }));
  ids = (await tenant.post(`${type.path}/batch/create`, { objects })).body.data.ids;
});

const list = (query = '') => tenant.get(`${type.path}/list${query}`);
const idsOf = (body: { data: { results: { id: string }[] } }) => body.data.results.map((o) => o.id);

describe('a list of objects', () => {
  it('is newest first, with a total and no cursor when it is complete', async () => {
    const { status, body } = await list();
    expect([status, body.data.total, body.data.next_cursor]).toEqual([200, 7, null]);
    expect(idsOf(body)).toEqual(ids.toReversed());
    const byTypeId = await tenant.get(`/v1/objects/${type.id}/list`);
    expect(byTypeId.body.data).toEqual(body.data);
    const [newest] = body.data.results;
    expect((await tenant.get(`${type.path}/${newest.id}`)).body.data).toEqual(newest);
  });

  it('has pages of 20 by default, and no cursor after the last one', async () => {
    const { path } = await defineType(tenant);
    await tenant.post(`${path}/batch/create`, { objects: Array(40).fill({}) });
    const first = (await tenant.get(`${path}/list`)).body.data;
    expect([first.results.length, first.total]).toEqual([20, 40]);
    const rest = (await tenant.get(`${path}/list?cursor=${first.next_cursor}`)).body.data;
    expect([rest.results.length, rest.next_cursor]).toEqual([20, null]);
    const all = (await tenant.get(`${path}/list?limit=100`)).body.data;
    expect(all.results).toEqual([...first.results, ...rest.results]);
  });

  it.each([
    ['sort=rank', 'asc by default', (all: string[]) => all.toReversed()],
    ['sort=rank&order=desc', 'desc', (all: string[]) => all],
    ['order=asc', 'oldest first', (all: string[]) => all],
    ['order=desc', 'newest first', (all: string[]) => all.toReversed()],
    ['sort=id', 'ids ascending', (all: string[]) => all],
    ['sort=created_at&order=desc', 'newest first', (all: string[]) => all.toReversed()],
    ['sort=version', 'ties by id', (all: string[]) => all],
    ['sort=created_by&order=desc', 'missing in all', (all: string[]) => all.toReversed()],
    ['sort=free', 'missing in all', (all: string[]) => all],
  ])('%s: %s', async (query, _, expected) => {
    expect(idsOf((await list(`?${query}`)).body)).toEqual(expected(ids));
    const pages: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await list(`?${query}&limit=3${cursor}`);
      pages.push(...idsOf(body));
      if (!body.data.next_cursor) break;
      cursor = `&cursor=${body.data.next_cursor}`;
    }
    expect(pages).toEqual(expected(ids));
  });

  it('sorted by updated_at follows the changes', async () => {
    const { path } = await defineType(tenant);
    const { body } = await tenant.post(`${path}/batch/create`, { objects: Array(4).fill({}) });
    const [a, b, c, d]: string[] = body.data.ids;
    for (const id of [c, a]) await tenant.patch(`${path}/${id}`, { properties: { n: 1 } });
    const { body: sorted } = await tenant.get(`${path}/list?sort=updated_at&order=desc`);
    expect(idsOf(sorted)).toEqual([a, c, d, b]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1e9', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['limit=null', 'limit'],
    ['order=ASC', 'order'],
    ['order=', 'order'],
    ['order=asc;drop', 'order'],
    ['sort=', 'sort'],
    ['cursor=', 'cursor'],
    ['cursor=abc%00', 'cursor'],
    ['sort=%00', 'sort'],
    [`sort=${'x'.repeat(101)}`, 'sort'],
  ])('refuses ?%s', async (query, param) => {
    for (const path of ['list', 'trash']) {
      if (path === 'trash' && !/limit|cursor/.test(query)) continue;
      const { status, body } = await tenant.get(`${type.path}/${path}?${query}`);
      expect([status, body.error.code, body.error.param]).toEqual([400, 'VALIDATION_ERROR', param]);
    }
  });

  it.each([
    'nothing',
    'Rank',
    'id;drop table app.objects',
    '__proto__',
    'constructor',
    'properties',
    'properties.rank',
    'is_deleted',
    'tenant_id',
    "rank'--",
    'rank desc',
  ])('cannot be sorted by the field %s', async (sort) => {
    const { status, body } = await list(`?sort=${encodeURIComponent(sort)}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'UNKNOWN_PROPERTY', 'sort']);
  });

  it('refuses unknown parameters', async () => {
    const { status, body } = await list('?limit[]=1&a[__proto__][x]=1&where=1');
    expect([status, body.error.details.length]).toEqual([400, 3]);
    expect(({} as { x?: string }).x).toBeUndefined();
  });
});

describe('the cursor of a list', () => {
  const cursorOf = async (query: string, client = tenant, path = type.path) =>
    (await client.get(`${path}/list?limit=2&${query}`)).body.data.next_cursor as string;
  const refused = async (path: string, client = tenant) => {
    const { status, body } = await client.get(path);
    expect([status, body.error?.code, body.error?.param]).toEqual([
      400,
      'INVALID_CURSOR',
      'cursor',
    ]);
  };

  it('is valid for the same list with any page size', async () => {
    const cursor = await cursorOf('sort=rank');
    const { body } = await list(`?sort=rank&limit=100&cursor=${cursor}`);
    expect(idsOf(body)).toEqual(ids.toReversed().slice(2));
  });

  it('is refused by another order, sort, list, type and tenant', async () => {
    const cursor = await cursorOf('sort=rank');
    await refused(`${type.path}/list?cursor=${cursor}`);
    await refused(`${type.path}/list?sort=rank&order=desc&cursor=${cursor}`);
    await refused(`${type.path}/list?sort=free&cursor=${cursor}`);
    await refused(`${type.path}/trash?cursor=${await cursorOf('')}`);
    const rank = { rank: { data_type: 'integer', is_sortable: true } };
    const twin = await defineType(tenant, rank);
    await refused(`${twin.path}/list?sort=rank&cursor=${cursor}`);
    const other = await createTenant(server);
    const theirs = await defineType(other, rank, { name: type.name });
    await refused(`${theirs.path}/list?sort=rank&cursor=${cursor}`, other);
  });

  it('is refused when it was tampered with', async () => {
    const cursor = await cursorOf('sort=rank');
    const decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    expect(decoded.v).toEqual(['', 2, ids[5]]);
    const touched = [
      { ...decoded, v: ['', 5, ids[2]] },
      { v: decoded.v },
      { h: decoded.h },
      { v: decoded.v, h: null },
      { v: null, h: decoded.h },
      { v: null, h: null },
      {},
      [],
      null,
      1,
      'x',
      [decoded],
    ].map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
    const garbage = ['x', 'abcde', '!!!', 'e30', 'AAAA', `${cursor}x`, cursor.slice(1), '='];
    for (const cursor of [...touched, ...garbage, 'a'.repeat(4000)]) {
      await refused(`${type.path}/list?sort=rank&cursor=${cursor}`);
    }
    expect((await list(`?sort=rank&cursor=${'a'.repeat(4001)}`)).status).toBe(400);
  });

  it('outlives the object at its position', async () => {
    const { path } = await defineType(tenant);
    const { body } = await tenant.post(`${path}/batch/create`, { objects: Array(5).fill({}) });
    const all: string[] = body.data.ids.toReversed();
    const cursor = await cursorOf('', tenant, path);
    await tenant.post(`${path}/batch/delete`, { object_ids: all.slice(0, 3), permanent: true });
    const rest = await tenant.get(`${path}/list?cursor=${cursor}`);
    expect(idsOf(rest.body)).toEqual(all.slice(3));
  });
});
