import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { associate, associationPath, createObject, type End, othersOf } from './support.ts';

const server = useServer({ LOG_LEVEL: 'error' });
const tenant = useTenant(server);
let deals: DefinedType;
let people: DefinedType;
beforeAll(async () => {
  deals = await defineType(tenant, {}, { name: 'deals' });
  people = await defineType(tenant, {}, { name: 'people' });
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
});

const deal = async (): Promise<End> => [deals, await createObject(tenant, deals)];
const person = async (): Promise<End> => [people, await createObject(tenant, people)];
const listOf = async ([type, id]: End, query = '') =>
  (await tenant.get(`${type.path}/${id}/associations?${query}`)).body.data;

describe('the associations of an object', () => {
  it('are listed newest first, each with its direction', async () => {
    const [one, ada, bob] = [await deal(), await person(), await person()];
    const first = await associate(tenant, one, 'buyer', ada);
    const second = await associate(tenant, bob, 'watches', one);
    expect(await listOf(one)).toEqual({
      results: [
        { ...second, direction: 'incoming', inverse_name: null },
        { ...first, direction: 'outgoing', inverse_name: null },
      ],
      next_cursor: null,
      total: 2,
      total_relation: 'eq',
    });
    expect((await listOf(ada)).results).toEqual([
      { ...first, direction: 'incoming', inverse_name: null },
    ]);
  });

  it.each([
    ['outgoing', 'out', 'from'],
    ['incoming', 'in', 'to'],
  ])('can be limited to one direction: %s, %s, %s', async (...names) => {
    const [one, ada, bob] = [await deal(), await person(), await person()];
    await associate(tenant, one, 'buyer', ada);
    await associate(tenant, bob, 'buyer', one);
    for (const name of names) {
      const { results, total } = await listOf(one, `direction=${name}`);
      expect(results).toMatchObject([{ direction: names[0] }]);
      expect(total).toBe(1);
    }
    expect((await listOf(one, 'direction=both')).total).toBe(2);
  });

  it('can be limited to one type', async () => {
    const [one, ada, bob] = [await deal(), await person(), await person()];
    await associate(tenant, one, 'buyer', ada);
    await associate(tenant, one, 'seller', bob);
    await associate(tenant, bob, 'seller', one);
    const { results, total } = await listOf(one, 'association_type=seller&direction=out');
    expect(results).toMatchObject([{ association_type: 'seller', to_id: bob[1] }]);
    expect(total).toBe(1);
    expect((await listOf(one, 'association_type=seller')).total).toBe(2);
    expect(await listOf(one, 'association_type=nothing')).toMatchObject({ results: [], total: 0 });
  });

  it('do not include another object’s', async () => {
    const [one, two, ada] = [await deal(), await deal(), await person()];
    await associate(tenant, one, 'buyer', ada);
    expect(await listOf(two)).toMatchObject({ results: [], total: 0 });
  });
});

describe('pages of associations', () => {
  it('contain all of them, once each, in both directions', async () => {
    const one = await deal();
    const others: string[] = [];
    for (let n = 0; n < 11; n++) {
      const other = await person();
      if (n % 3) await associate(tenant, one, 'a', other);
      else await associate(tenant, other, 'b', one);
      others.unshift(other[1]);
    }
    for (const query of ['', 'direction=both&']) {
      const found: string[] = [];
      let cursor = '';
      do {
        const page = await listOf(one, `${query}limit=3${cursor && `&cursor=${cursor}`}`);
        expect(page.total).toBe(11);
        for (const row of page.results)
          found.push(row.direction === 'outgoing' ? row.to_id : row.from_id);
        cursor = page.next_cursor;
      } while (cursor);
      expect(found).toEqual(others);
    }
    expect(await othersOf(tenant, one, 'direction=out&association_type=a')).toHaveLength(7);
  });

  it('accept only the cursors of this list', async () => {
    const [one, two] = [await deal(), await deal()];
    for (const from of [one, two])
      for (const name of ['a', 'b']) await associate(tenant, from, name, await person());
    const { next_cursor } = await listOf(one, 'limit=1');
    for (const [end, query] of [
      [two, ''],
      [one, 'direction=out&'],
      [one, 'association_type=a&'],
    ] as const) {
      const [type, id] = end;
      const { status, body } = await tenant.get(
        `${type.path}/${id}/associations?${query}cursor=${next_cursor}`,
      );
      expect([query, status, body.error.code]).toEqual([query, 400, 'INVALID_CURSOR']);
    }
  });

  it('count up to 10,000, and then report that there are more', async () => {
    const one = await deal();
    const count = (to: number) =>
      server.db.query(
        `insert into app.associations
           (tenant_id, id, association_type, from_type_id, from_id, to_type_id, to_id)
         select $1, app.new_id('asc'), 'many', $2, $3, $4, 'obj_' || i
         from generate_series((select count(*) from app.associations where from_id = $3) + 1, $5) i`,
        [tenant.tenant.id, deals.id, one[1], people.id, to],
      );
    await count(10_000);
    expect(await listOf(one)).toMatchObject({ total: 10_000, total_relation: 'eq' });
    await count(10_001);
    for (const query of ['', 'association_type=many', 'direction=out'])
      expect(await listOf(one, query)).toMatchObject({ total: 10_000, total_relation: 'gte' });
  });
});

describe('the associations in a search', () => {
  it('belong to each object found, with their direction, and none from the trash', async () => {
    const [one, two, ada, bob] = [await deal(), await deal(), await person(), await person()];
    const bought = await associate(tenant, one, 'buyer', ada);
    const watched = await associate(tenant, bob, 'watches', one);
    await associate(tenant, one, 'buyer', bob);
    await tenant.post(`${people.path}/batch/delete`, { object_ids: [bob[1]] });
    const search = async () =>
      (await tenant.post(`${deals.path}/search`, { include: ['associations'], limit: 2 })).body.data
        .results;
    const found = await search();
    expect(found).toMatchObject([
      { id: two[1], associations: [] },
      { id: one[1], associations: [{ ...bought, direction: 'outgoing', inverse_name: null }] },
    ]);
    await tenant.post(`${people.path}/${bob[1]}/restore`);
    const { associations } = (await search())[1];
    expect(associations).toHaveLength(3);
    expect(associations[1]).toEqual({ ...watched, direction: 'incoming', inverse_name: null });
    expect((await listOf(one)).results).toEqual(associations);
  });

  it('can be filtered by while they are visible', async () => {
    const [one, ada] = [await deal(), await person()];
    await associate(tenant, one, 'follows', ada);
    const search = async (type: DefinedType, direction: string) => {
      const filters = [{ association: { type: 'follows', direction } }];
      const { results } = (await tenant.post(`${type.path}/search`, { filters })).body.data;
      return results.map(({ id }: { id: string }) => id);
    };
    expect(await search(deals, 'out')).toEqual([one[1]]);
    expect(await search(people, 'in')).toEqual([ada[1]]);
    expect(await search(people, 'out')).toEqual([]);
    await tenant.post(`${deals.path}/batch/delete`, { object_ids: [one[1]] });
    expect(await search(people, 'in')).toEqual([]);
    await tenant.post(`${deals.path}/batch/restore`, { object_ids: [one[1]] });
    expect(await search(people, 'in')).toEqual([ada[1]]);
  });
});

describe('the list of associations is refused', () => {
  it('for unknown objects, and those in the trash', async () => {
    const [type, id] = await deal();
    await tenant.delete(`${type.path}/${id}`);
    for (const path of [
      `${type.path}/${id}`,
      `${deals.path}/obj_0`,
      `${people.path}/${(await deal())[1]}`,
    ])
      expect((await tenant.get(`${path}/associations`)).body.error.details).toEqual({
        resource: 'object',
      });
    const { body } = await tenant.get(`/v1/objects/nothing/${id}/associations`);
    expect(body.error.details).toEqual({ resource: 'object_type' });
  });

  it.each(['direction=up', 'association_type=A%20b', 'limit=0', 'limit=101', 'cursor=x'])(
    'with %s',
    async (query) => {
      const [type, id] = await deal();
      expect((await tenant.get(`${type.path}/${id}/associations?${query}`)).status).toBe(400);
    },
  );

  it('without the scope read', async () => {
    const [type, id] = await deal();
    const client = await tenant.withKey(['files']);
    expect((await client.get(`${type.path}/${id}/associations`)).status).toBe(403);
    expect(
      (await client.put(associationPath([type, id], 'a', await person()))).body.error.details,
    ).toMatchObject({ required: 'write' });
  });
});
