import { beforeEach, describe, expect, it } from 'vitest';
import { confirmedDelete } from '../associations/support.ts';
import { createPolicy } from '../policies/support.ts';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { invariants, make, notNegative, onePrimary, rule, sumOfLines, typeOf } from './support.ts';

const server = useServer();
let api: TenantClient;
let contacts: string;
beforeEach(async () => {
  api = await createTenant(server);
  contacts = await typeOf(api, 'contacts', {
    company: 'string!',
    is_primary: 'boolean!',
    balance: 'number',
  });
});
const violated = [409, 'INVARIANT_VIOLATED'];
const names = async (query = '') =>
  (await good(api.get(`${invariants}${query}`))).map(({ name }: { name: string }) => name);

describe('an invariant', () => {
  it('is created, read, listed by type, changed and deleted', async () => {
    await typeOf(api, 'others', { balance: 'number' });
    const body = {
      name: 'b',
      object_type_id: 'contacts',
      rule: notNegative,
      when: { company: 'a' },
    };
    const made = await good(api.post(invariants, body));
    expect(made).toMatchObject({
      id: expect.stringMatching(/^inv_/),
      name: 'b',
      when: { company: 'a' },
      rule: notNegative,
      message: null,
      status: 'active',
      created_by: null,
    });
    expect(await good(api.get(`${invariants}/${made.id}`))).toEqual(made);
    await rule(api, 'others', { name: 'b', rule: notNegative });
    expect(await refusal(api.post(invariants, body))).toEqual([409, 'name']);
    expect([await names(), await names('?object_type_id=others')]).toEqual([['b', 'b'], ['b']]);
    const changed = await good(
      api.patch(`${invariants}/${made.id}`, { name: 'c', message: 'No.', when: null }),
    );
    expect(changed).toMatchObject({ name: 'c', message: 'No.', when: null, status: 'active' });
    const { body: refused } = await api.post(contacts, { properties: { balance: -1 } });
    expect(refused.error.message).toBe('No.');
    await good(api.delete(`${invariants}/${made.id}`));
    expect(await refusal(api.get(`${invariants}/${made.id}`))).toEqual([404, 'NOT_FOUND']);
    await make(api, contacts, { balance: -1 });
  });

  it('comes into force only where nothing breaks it, and `check` and dry runs tell', async () => {
    const bad = await make(api, contacts, { balance: -3 });
    await make(api, contacts, { balance: 3 });
    const trashed = await make(api, contacts, { balance: -4 });
    await good(api.delete(`${contacts}/${trashed}`));
    const body = { name: 'x', object_type_id: 'contacts', rule: notNegative };
    const objects = [{ object_id: bad }];
    for (const query of ['', '?dry_run=true']) {
      const answer = await api.post(invariants + query, body);
      expect(answer.body.error.details).toMatchObject({ total: 1, objects });
    }
    expect(await names()).toEqual([]);
    const draft = await good(api.post(invariants, { ...body, status: 'draft' }));
    await make(api, contacts, { balance: -5 });
    const path = `${invariants}/${draft.id}`;
    expect(await good(api.post(`${path}/check`))).toMatchObject({
      checked: 3,
      total: 2,
      violations: [{ object_id: bad, left: -3, right: 0 }, { left: -5 }],
    });
    const active = { status: 'active' };
    expect(await refusal(api.patch(path, active))).toEqual(violated);
    await good(
      api.patch(path, { rule: { compare: [{ property: 'balance' }, 'gte', { value: -9 }] } }),
    );
    expect((await good(api.patch(path, active))).status).toBe('active');
    expect(await refusal(api.patch(path, { rule: notNegative }))).toEqual(violated);
    expect(await refusal(api.post(contacts, { properties: { balance: -10 } }))).toEqual(violated);
    await good(api.patch(path, { status: 'draft' }));
    await make(api, contacts, { balance: -10 });
  });

  it('checks each group once, and names its objects', async () => {
    const objects = ['a', 'a', 'b', 'b', 'c'].map((company, n) => ({
      properties: { company, is_primary: n !== 3 },
    }));
    await good(api.post(`${contacts}/batch/create`, { objects }));
    const { id } = await rule(api, 'contacts', { rule: onePrimary, status: 'draft' });
    expect(await good(api.post(`${invariants}/${id}/check`))).toMatchObject({
      checked: 5,
      total: 2,
      violations: [
        { left: 2, right: 1 },
        { left: 2, right: 1 },
      ],
    });
  });

  it('is bounded to 20 of a type', async () => {
    for (let n = 0; n < 20; n++)
      await rule(api, 'contacts', { name: `n${n}`, rule: notNegative, status: 'draft' });
    const body = { name: 'x', object_type_id: 'contacts', rule: notNegative };
    expect(await refusal(api.post(invariants, body))).toEqual([409, 'INVALID_STATE']);
  });

  it('takes If-Match, and refuses unknown fields', async () => {
    const { id } = await rule(api, 'contacts', { rule: notNegative });
    const old = await api.get(`${invariants}/${id}`);
    await good(api.patch(`${invariants}/${id}`, { name: 'new' }));
    const match = { 'if-match': old.headers.get('etag') as string };
    expect(await refusal(api.patch(`${invariants}/${id}`, { name: 'x' }, match))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ]);
    expect(await refusal(api.patch(`${invariants}/${id}`, { rul: 1 }))).toEqual([400, 'rul']);
  });
});

describe('the schema that a rule names', () => {
  beforeEach(async () => {
    await typeOf(api, 'lines', { amount: 'number' });
    await typeOf(api, 'orders', { total: 'number' });
    await good(api.post('/v1/association-types', { name: 'line' }));
    await rule(api, 'orders', { name: 'sum', rule: sumOfLines });
    await rule(api, 'contacts', { name: 'one', rule: onePrimary });
  });
  const dependencies = [{ type: 'invariant', count: 1 }];

  it.each([
    ['a property', '/v1/object-types/orders/properties/total', 'sum'],
    ['one at the other end', '/v1/object-types/lines/properties/amount', 'sum'],
    ['one of a group', '/v1/object-types/contacts/properties/company', 'one'],
    ['one of a filter', '/v1/object-types/contacts/properties/is_primary', 'one'],
    ['an association type', '/v1/association-types/line', 'sum'],
  ])('%s goes after a confirmation, with the rule', async (_, path, gone) => {
    const found = path.includes('properties')
      ? (await good(api.get(path.replace(/\/[^/]*$/, '')))).find(
          ({ name }: { name: string }) => name === path.split('/').at(-1),
        ).id
      : 'line';
    const answer = await confirmedDelete(api, path.replace(/[^/]*$/, found));
    expect(answer.dependencies).toMatchObject(dependencies);
    expect(answer.second.status).toBe(200);
    expect(await names()).not.toContain(gone);
    await make(api, '/v1/objects/lines', { amount: 1 });
    await make(api, contacts, { company: 'a', is_primary: true });
  });

  it.each(['orders', 'lines'])('its types, here %s, go with it', async (name) => {
    const { dependencies: told, second } = await confirmedDelete(
      api,
      `/v1/object-types/${name}`,
      true,
    );
    expect(told).toContainEqual({ ...dependencies[0], label: '1 invariant' });
    expect(second.status).toBe(200);
    expect(await names()).toEqual(['one']);
    if (name === 'lines') await make(api, '/v1/objects/orders', { total: 5 });
  });

  it('keeps its index', async () => {
    const properties = '/v1/object-types/contacts/properties';
    const [{ id }] = (await good(api.get(properties))).filter(
      ({ name }: { name: string }) => name === 'company',
    );
    expect(await refusal(api.patch(`${properties}/${id}`, { is_indexed: false }))).toEqual([
      409,
      'INVALID_STATE',
    ]);
  });
});

describe('rights', () => {
  it('hidden objects are only counted, and bound callers are told no sides', async () => {
    await good(api.patch('/v1/object-types/contacts', { user_access: 'open' }));
    await rule(api, 'contacts', { rule: onePrimary });
    await createPolicy(
      api,
      { condition_json: { property: 'created_by', operator: 'eq', value: '$auth.user_id' } },
      'contacts',
    );
    await make(api, contacts, { company: 'a', is_primary: true });
    const { client, user } = await createUser(api);
    const { body } = await client.post(contacts, {
      properties: { company: 'a', is_primary: true },
    });
    expect(body.error).toMatchObject({ code: 'INVARIANT_VIOLATED', details: { hidden: 1 } });
    expect(body.error.details).not.toHaveProperty('left');
    expect(body.error.details.objects).toHaveLength(1);
    const { results } = await good(client.get(`${contacts}/list`));
    expect([results, user.id]).toEqual([[], user.id]);
  });

  it('users read rules and make none; other tenants do neither', async () => {
    const { id } = await rule(api, 'contacts', { rule: notNegative });
    const { client } = await createUser(api);
    const body = { name: 'x', object_type_id: 'contacts', rule: notNegative };
    expect((await client.get(invariants)).status).toBe(200);
    expect((await client.post(invariants, body)).status).toBe(403);
    expect((await client.delete(`${invariants}/${id}`)).status).toBe(403);
    const other = await createTenant(server);
    expect(await refusal(other.get(`${invariants}/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(other.post(invariants, body))).toEqual([404, 'object_type_id']);
  });
});
