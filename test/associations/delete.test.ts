import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import {
  associate,
  associationPath,
  confirmedDelete,
  createObject,
  type End,
  othersOf,
} from './support.ts';

const server = useOwnDatabase({ LOG_LEVEL: 'error' });
let tenant: TenantClient;
let deals: DefinedType;
let people: DefinedType;
beforeEach(async () => {
  tenant = await createTenant(server);
  deals = await defineType(tenant, {}, { name: 'deals' });
  people = await defineType(tenant, {}, { name: 'people' });
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
});

const deal = async (): Promise<End> => [deals, await createObject(tenant, deals)];
const person = async (): Promise<End> => [people, await createObject(tenant, people)];
const pathOf = ([type, id]: End) => `${type.path}/${id}`;
const restore = (end: End) => tenant.post(`${pathOf(end)}/restore`);
const association = (count: number) => ({
  type: 'association',
  count,
  label: count === 1 ? '1 association' : `${count} associations`,
});
const rowsOf = async ([, id]: End) =>
  (await server.db.query('select from app.associations where $1 in (from_id, to_id)', [id])).rows
    .length;

describe('deleting an object that has associations', () => {
  it('asks first, then moves them to the trash and back with it', async () => {
    const [one, ada, bob] = [await deal(), await person(), await person()];
    const bought = await associate(tenant, one, 'buyer', ada);
    await associate(tenant, bob, 'watches', one);
    const { first, dependencies, second } = await confirmedDelete(tenant, pathOf(one));
    expect([first.status, first.body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
    expect(dependencies).toEqual([association(2)]);
    expect([second.status, second.body.data]).toEqual([200, { id: one[1], deleted: true }]);
    expect(await othersOf(tenant, ada)).toEqual([]);
    expect((await tenant.delete(associationPath(one, 'buyer', ada))).status).toBe(404);

    expect((await restore(one)).status).toBe(200);
    expect(await othersOf(tenant, one)).toEqual([bob[1], ada[1]]);
    const { results } = (await tenant.get(`${pathOf(ada)}/associations`)).body.data;
    expect(results).toMatchObject([bought]);
  });

  it('lists again what will be deleted when that has changed', async () => {
    const [one, ada] = [await deal(), await person()];
    await associate(tenant, one, 'buyer', ada);
    const { confirm_token } = (await tenant.delete(pathOf(one))).body.error;
    await associate(tenant, one, 'seller', ada);
    const { status, body } = await tenant.delete(`${pathOf(one)}?confirm_token=${confirm_token}`);
    expect([status, body.error.dependencies]).toEqual([409, [association(2)]]);
  });

  it('hides them until both ends are restored, in either order', async () => {
    for (const backwards of [false, true]) {
      const [one, ada] = [await deal(), await person()];
      await associate(tenant, one, 'buyer', ada);
      await confirmedDelete(tenant, pathOf(one));
      // Hidden ones ask for nothing.
      expect((await tenant.delete(pathOf(ada))).status).toBe(200);
      const [earlier, later] = backwards ? [ada, one] : [one, ada];
      await restore(earlier);
      expect(await othersOf(tenant, earlier)).toEqual([]);
      await restore(later);
      expect(await othersOf(tenant, earlier)).toEqual([later[1]]);
    }
  });

  it('permanently removes them, with a journal row each', async () => {
    const [one, ada] = [await deal(), await person()];
    const { id } = await associate(tenant, one, 'buyer', ada);
    const { dependencies, second } = await confirmedDelete(tenant, pathOf(one), true);
    expect(dependencies).toEqual([{ type: 'object', count: 1, label: '1 object' }, association(1)]);
    expect(second.status).toBe(200);
    expect(await rowsOf(ada)).toBe(0);
    const { rows } = await server.db.query(
      `select before, after from app.journal where type = 'association.deleted' and resource_id = $1`,
      [id],
    );
    expect(rows).toMatchObject([{ before: { id, to_id: ada[1] }, after: null }]);
  });

  it('permanently from the trash also counts the hidden ones', async () => {
    const [one, ada] = [await deal(), await person()];
    await associate(tenant, one, 'buyer', ada);
    await confirmedDelete(tenant, pathOf(one));
    const { dependencies } = await confirmedDelete(tenant, pathOf(one), true);
    expect(dependencies).toEqual([
      { type: 'object', count: 1, label: '1 object' },
      { type: 'version', count: 1, label: '1 version' },
      association(1),
    ]);
    expect(await rowsOf(ada)).toBe(0);
  });
});

describe('batch deletes and the trash', () => {
  it('hide and show associations without confirmation', async () => {
    const [one, two, ada] = [await deal(), await deal(), await person()];
    for (const from of [one, two]) await associate(tenant, from, 'buyer', ada);
    await associate(tenant, one, 'next', two);
    const object_ids = [one[1], two[1]];
    const gone = await tenant.post(`${deals.path}/batch/delete`, { object_ids });
    expect(gone.body.data.count).toBe(2);
    expect(await othersOf(tenant, ada)).toEqual([]);
    await tenant.post(`${deals.path}/batch/restore`, { object_ids });
    expect(await othersOf(tenant, ada)).toEqual([two[1], one[1]]);
    expect(await othersOf(tenant, one)).toEqual([two[1], ada[1]]);
  });

  it('remove them with objects that are deleted permanently', async () => {
    const [one, two, ada] = [await deal(), await deal(), await person()];
    for (const from of [one, two]) await associate(tenant, from, 'buyer', ada);
    const permanent = { object_ids: [one[1]], permanent: true };
    await tenant.post(`${deals.path}/batch/delete`, permanent);
    expect(await othersOf(tenant, ada)).toEqual([two[1]]);
    await confirmedDelete(tenant, pathOf(two));
    await confirmedDelete(tenant, `${deals.path}/trash`);
    expect(await rowsOf(ada)).toBe(0);
  });
});

describe('deleting an object type', () => {
  it('counts and deletes associations, association types and views', async () => {
    const [one, two, ada] = [await deal(), await deal(), await person()];
    await associate(tenant, one, 'buyer', ada);
    await associate(tenant, ada, 'watches', two);
    await associate(tenant, one, 'next', two);
    const other = await associate(tenant, ada, 'knows', await person());
    const { id } = (await tenant.post('/v1/association-types', { name: 'x', to_type: 'deals' }))
      .body.data;
    await tenant.post('/v1/association-types', { name: 'y', to_type: 'people' });
    const path = `/v1/object-types/${deals.id}`;
    const { dependencies, second } = await confirmedDelete(tenant, path, true);
    expect(dependencies).toEqual([
      { type: 'object', count: 2, label: '2 objects' },
      association(3),
      { type: 'association_type', count: 1, label: '1 association type' },
    ]);
    expect(second.status).toBe(200);
    const { results } = (await tenant.get(`${pathOf(ada)}/associations`)).body.data;
    expect(results).toMatchObject([{ id: other.id }]);
    expect((await tenant.get('/v1/association-types')).body.data).toMatchObject([{ name: 'y' }]);
    const { rows } = await server.db.query(
      `select type from app.journal where resource_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'association_type.created',
      'association_type.deleted',
    ]);
  });

  it('is refused while objects of another type restrict it', async () => {
    await tenant.post('/v1/association-types', { name: 'on', on_delete: 'restrict' });
    const [one, ada] = [await deal(), await person()];
    await associate(tenant, one, 'on', ada);
    const { second } = await confirmedDelete(tenant, `/v1/object-types/${people.id}`, true);
    expect([second.status, second.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(
      (await confirmedDelete(tenant, `/v1/object-types/${deals.id}`, true)).second.status,
    ).toBe(200);
  });
});
