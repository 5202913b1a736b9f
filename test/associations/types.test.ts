import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';
import { associate, associationPath, createObject, type End } from './support.ts';

const types = '/v1/association-types';

const server = useServer({ LOG_LEVEL: 'error' });
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

describe('an association type', () => {
  it('is created with the given rules, or with none', async () => {
    const { status, body } = await tenant.post(types, {
      name: 'owner',
      from_type: 'deals',
      to_type: people.id,
      inverse_name: 'owns',
      cardinality: 'one',
      on_delete: 'restrict',
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^asct_[0-9a-f]{32}$/),
      name: 'owner',
      from_type: 'deals',
      from_type_id: deals.id,
      to_type: 'people',
      to_type_id: people.id,
      inverse_name: 'owns',
      cardinality: 'one',
      max: null,
      on_delete: 'restrict',
      created_at: expect.any(String),
      updated_at: body.data.created_at,
    });
    const free = (await tenant.post(types, { name: 'related' })).body.data;
    expect(free).toMatchObject({
      from_type: null,
      to_type: null,
      inverse_name: null,
      cardinality: 'many',
      on_delete: 'detach',
    });
    const list = await tenant.get(types);
    expect(list.headers.get('x-total-count')).toBe('2');
    expect(list.body.data).toEqual([free, body.data]);
    for (const reference of [free.id, 'related'])
      expect((await tenant.get(`${types}/${reference}`)).body.data).toEqual(free);
  });

  it('can be changed, except for its name', async () => {
    const { id } = (await tenant.post(types, { name: 'owner', inverse_name: 'owns' })).body.data;
    const change = { name: 'owner', max: 3, from_type: 'deals', on_delete: 'cascade' };
    const { status, body } = await tenant.patch(`${types}/${id}`, change);
    expect([status, body.data]).toMatchObject([200, { ...change, inverse_name: 'owns' }]);
    expect((await tenant.get(`${types}/${id}`)).body.data).toEqual(body.data);
    const cleared = { max: null, from_type: null, inverse_name: null };
    expect((await tenant.patch(`${types}/${id}`, cleared)).body.data).toMatchObject(cleared);
    const renamed = await tenant.patch(`${types}/${id}`, { name: 'other' });
    expect([renamed.status, renamed.body.error.code]).toEqual([400, 'IMMUTABLE_FIELD']);
  });

  it('can be deleted, while its associations stay without rules', async () => {
    await tenant.post(types, { name: 'owner', cardinality: 'one', inverse_name: 'owns' });
    const one = await deal();
    const { id } = await associate(tenant, one, 'owner', await person());
    const { status, body } = await tenant.delete(`${types}/owner`);
    expect([status, body.data.deleted]).toEqual([200, true]);
    await associate(tenant, one, 'owner', await person());
    const { results } = (await tenant.get(`${deals.path}/${one[1]}/associations`)).body.data;
    expect(results).toMatchObject([{ inverse_name: null }, { id }]);
    for (const call of [
      tenant.get(`${types}/owner`),
      tenant.patch(`${types}/${body.data.id}`, {}),
      tenant.delete(`${types}/${body.data.id}`),
    ])
      expect((await call).body.error.details).toEqual({ resource: 'association_type' });
  });

  it.each([
    [{ name: 'Owner' }, 'name'],
    [{ name: 'asct_0' }, 'name'],
    [{}, 'name'],
    [{ name: 'x', cardinality: 'two' }, 'cardinality'],
    [{ name: 'x', max: 0 }, 'max'],
    [{ name: 'x', cardinality: 'one', max: 2 }, 'max'],
    [{ name: 'x', on_delete: 'explode' }, 'on_delete'],
    [{ name: 'x', inverse_name: 'Ö' }, 'inverse_name'],
  ])('is refused as %j', async (body, param) => {
    const answer = await tenant.post(types, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  it('connects only existing types', async () => {
    const other = await createTenant(server);
    const theirs = await defineType(other);
    for (const from_type of ['nothing', 'ot_0', theirs.id]) {
      const { status, body } = await tenant.post(types, { name: 'x', from_type });
      expect([status, body.error.details]).toEqual([404, { resource: 'object_type' }]);
    }
    const { id } = (await other.post(types, { name: 'theirs' })).body.data;
    for (const path of [`${types}/${id}`, `${types}/theirs`])
      for (const call of [tenant.get(path), tenant.patch(path, { max: 1 }), tenant.delete(path)])
        expect((await call).status).toBe(404);
    expect((await tenant.get(types)).body.data).toEqual([]);
  });

  it('has unambiguous names', async () => {
    await tenant.post(types, { name: 'owner', inverse_name: 'owns' });
    await tenant.post(types, { name: 'sibling', inverse_name: 'sibling' });
    for (const [body, field] of [
      [{ name: 'owner' }, 'name'],
      [{ name: 'owns' }, 'name'],
      [{ name: 'x', inverse_name: 'owner' }, 'inverse_name'],
      [{ name: 'x', inverse_name: 'owns' }, 'inverse_name'],
    ] as const) {
      const answer = await tenant.post(types, body);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
      expect(answer.body.error.details).toMatchObject({ field });
    }
    const { status } = await tenant.patch(`${types}/sibling`, { inverse_name: 'owns' });
    expect(status).toBe(409);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => tenant.post(types, { name: 'race' })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  it('requires the scope schema', async () => {
    await tenant.post(types, { name: 'owner' });
    const writer = await tenant.withKey(['write']);
    for (const call of [
      writer.post(types, { name: 'x' }),
      writer.patch(`${types}/owner`, {}),
      writer.delete(`${types}/owner`),
    ])
      expect((await call).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await writer.get(`${types}/owner`)).status).toBe(200);
  });
});

describe('the rules of an association type', () => {
  it('limit the types that are connected', async () => {
    await tenant.post(types, { name: 'owner', from_type: 'deals', to_type: 'people' });
    const [one, ada] = [await deal(), await person()];
    expect((await tenant.put(associationPath(one, 'owner', ada))).status).toBe(200);
    const back = await tenant.put(associationPath(ada, 'owner', one));
    expect([back.status, back.body.error.param]).toEqual([400, 'from_type']);
    const wrong = await tenant.put(associationPath(one, 'owner', await deal()));
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'to_type']);
  });

  it('limit how many there may be, and name the existing one', async () => {
    await tenant.post(types, { name: 'owner', cardinality: 'one' });
    await tenant.post(types, { name: 'friend', max: 2 });
    const [one, ada, bob] = [await deal(), await person(), await person()];
    const { id } = await associate(tenant, one, 'owner', ada);
    const { status, body } = await tenant.put(associationPath(one, 'owner', bob));
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(body.error.details).toEqual({ association_type: 'owner', max: 1, existing_id: id });
    const meta = { again: true };
    expect((await tenant.put(associationPath(one, 'owner', ada), { meta })).status).toBe(200);
    await associate(tenant, await deal(), 'owner', ada);

    await associate(tenant, one, 'friend', ada);
    await associate(tenant, one, 'friend', bob);
    const third = await tenant.put(associationPath(one, 'friend', await person()));
    expect([third.status, third.body.error.details.max]).toEqual([409, 2]);
    await tenant.delete(associationPath(one, 'friend', bob));
    await associate(tenant, one, 'friend', await person());
  });

  it('show the inverse name of incoming ones, which filters accept', async () => {
    await tenant.post(types, { name: 'owner', inverse_name: 'owns' });
    const [one, ada] = [await deal(), await person()];
    const { id } = await associate(tenant, one, 'owner', ada);
    const list = async ([type, objectId]: End, query = '') =>
      (await tenant.get(`${type.path}/${objectId}/associations?${query}`)).body.data;
    expect((await list(ada)).results).toMatchObject([{ id, inverse_name: 'owns' }]);
    expect((await list(one)).results).toMatchObject([{ id, inverse_name: null }]);
    for (const name of ['owner', 'owns']) {
      expect(await list(ada, `association_type=${name}`)).toMatchObject({
        results: [{ id }],
        total: 1,
      });
      const outgoing = await list(one, `association_type=${name}`);
      expect(outgoing.total).toBe(name === 'owner' ? 1 : 0);
    }
  });

  it('cannot be set when existing associations violate them', async () => {
    const [one, ada] = [await deal(), await person()];
    await associate(tenant, one, 'owner', ada);
    await associate(tenant, one, 'owner', await person());
    await associate(tenant, ada, 'owner', one);
    for (const [rule, details] of [
      [{ from_type: 'deals' }, { reason: 'types', count: 1 }],
      [{ to_type: 'deals' }, { reason: 'types', count: 2 }],
      [{ cardinality: 'one' }, { reason: 'max', max: 1, count: 1 }],
      [{ max: 1 }, { reason: 'max', max: 1, count: 1 }],
    ]) {
      const { status, body } = await tenant.post(types, { name: 'owner', ...rule });
      expect([rule, status, body.error.code, body.error.details]).toEqual([
        rule,
        409,
        'INVALID_STATE',
        details,
      ]);
    }
    expect((await tenant.post(types, { name: 'owner', max: 2 })).status).toBe(201);
    expect((await tenant.patch(`${types}/owner`, { cardinality: 'one', max: null })).status).toBe(
      409,
    );
    await tenant.delete(associationPath(ada, 'owner', one));
    expect((await tenant.patch(`${types}/owner`, { from_type: 'deals' })).status).toBe(200);
  });

  it('count only visible ones: one to an object in the trash gives way', async () => {
    await tenant.post(types, { name: 'owner', cardinality: 'one' });
    const [one, ada, bob] = [await deal(), await person(), await person()];
    const { id } = await associate(tenant, one, 'owner', ada);
    const { confirm_token } = (await tenant.delete(`${people.path}/${ada[1]}`)).body.error;
    await tenant.delete(`${people.path}/${ada[1]}?confirm_token=${confirm_token}`);
    await associate(tenant, one, 'owner', bob);
    expect((await tenant.post(`${people.path}/${ada[1]}/restore`)).status).toBe(200);
    const { results } = (await tenant.get(`${deals.path}/${one[1]}/associations`)).body.data;
    expect(results).toMatchObject([{ to_id: bob[1] }]);
    const { rows } = await server.db.query(
      `select from app.journal where type = 'association.deleted' and resource_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });
});
