import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import {
  createObject,
  createPolicy,
  defineNotes,
  dropPolicies,
  own,
  policiesOf,
} from './support.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let ada: SignedUp;
const path = policiesOf('notes');
const notes = '/v1/objects/notes';

beforeAll(async () => {
  await defineNotes(api);
  ada = await signUp(api);
});
beforeEach(() => dropPolicies(api));

const seen = async (client: Client, id: string) =>
  (await client.get(`${notes}/${id}`)).status === 200;

describe('a policy', () => {
  it('is created, listed by priority, changed and deleted, with effect from the next call on', async () => {
    const id = await createObject(api, { owner: 'nobody' });
    const created = await api.post(path, { name: 'own', role: 'user', condition_json: own });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      name: 'own',
      action: 'select',
      role: 'user',
      condition_json: own,
      check_json: null,
      effect: 'allow',
      enabled: true,
      priority: 0,
    });
    const policy = `${path}/${created.body.data.id}`;
    expect(await seen(ada.client, id)).toBe(false);
    await createPolicy(api, { name: 'first', priority: 5, enabled: false });
    const list = await api.get(path);
    expect(list.headers.get('x-total-count')).toBe('2');
    expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['first', 'own']);
    const changed = await api.patch(policy, { condition_json: null });
    expect(changed.body.data).toMatchObject({ name: 'own', condition_json: null });
    expect(await seen(ada.client, id)).toBe(true);
    await api.patch(policy, { condition_json: own });
    expect(await seen(ada.client, id)).toBe(false);
    expect((await api.delete(policy)).body.data).toMatchObject({ deleted: true });
    expect((await api.delete(policy)).status).toBe(404);
    expect(await seen(ada.client, id)).toBe(true);
  });

  it.each([
    ['one condition', own],
    ['an array', [own]],
    ['a group', { or: [own, { owner: 'nobody' }] }],
    ['a map', { owner: '$auth.user_id' }],
    ['a map of operators', { owner: { in: ['$auth.user_id'] } }],
  ])('accepts %s', async (_, condition_json) => {
    await createPolicy(api, { condition_json });
    expect(await seen(ada.client, await createObject(api, { owner: ada.user.id }))).toBe(true);
    expect(await seen(ada.client, await createObject(api, { owner: 'x' }))).toBe(false);
  });

  it.each([
    ['every row, as null', null],
    ['every row, as []', []],
  ])('accepts %s', async (_, condition_json) => {
    await createPolicy(api, { condition_json });
    expect(await seen(ada.client, await createObject(api, { owner: 'x' }))).toBe(true);
  });

  it.each([
    ['an unknown property', { nothing: 1 }, 'UNKNOWN_PROPERTY', 'condition_json.nothing'],
    ['a text', 'owner = 1', 'VALIDATION_ERROR', undefined],
    ['an empty map', {}, 'INVALID_FILTER', 'condition_json'],
    ['an unknown operator', { owner: { is: 1 } }, 'INVALID_FILTER', 'condition_json.owner.is'],
    [
      'an unknown variable',
      { owner: '$auth.password' },
      'VALIDATION_ERROR',
      'condition_json.owner',
    ],
    ['a value of another type', [{ size: 'x' }], 'VALIDATION_ERROR', 'condition_json[0].size'],
    [
      'SQL for a name',
      { "a')::int=1 or true--": 1 },
      'UNKNOWN_PROPERTY',
      "condition_json.a')::int=1 or true--",
    ],
    ['an unknown type', { association: { type: 'a', to_type: 'nothing' } }, 'NOT_FOUND', undefined],
    [
      'a pattern that refers back',
      { title: { regex: '(a*)\\1' } },
      'VALIDATION_ERROR',
      'condition_json.title.regex',
    ],
  ])('refuses %s, and names its place', async (_, condition_json, code, param) => {
    const { body } = await api.post(path, { name: 'x', condition_json });
    expect([body.error.code, body.error.param]).toEqual([
      code,
      code === 'VALIDATION_ERROR' && !param ? body.error.param : param,
    ]);
    expect((await api.get(path)).body.data).toEqual([]);
  });

  it('has a unique name within its type, which has at most 100', async () => {
    await createPolicy(api, { name: 'own' });
    const again = await api.post(path, { name: 'own' });
    expect([again.status, again.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    const second = await createPolicy(api, { name: 'second' });
    expect((await api.patch(`${path}/${second}`, { name: 'own' })).status).toBe(409);
    await createPolicy(api, { name: 'own' }, 'teams');
    await server.db.query(
      `insert into app.policies (tenant_id, object_type_id, id, name, action)
       select tenant_id, id, 'pol_' || n, 'n ' || n, 'select' from app.object_types, generate_series(1, 98) n
       where tenant_id = $1 and name = 'notes'`,
      [api.tenant.id],
    );
    expect((await api.post(path, { name: 'one more' })).body.error.code).toBe('INVALID_STATE');
  });

  it('accepts a check of new values only for updates', async () => {
    const { body } = await api.post(path, { name: 'x', action: 'delete', check_json: own });
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', param: 'check_json' });
  });

  it('stores the types that it refers to by their ids', async () => {
    const association = { type: 'team', to_type: 'teams', filters: [{ id: { exists: true } }] };
    const id = await createPolicy(api, { condition_json: { not: { association } } });
    const { body } = await api.get(path);
    const type = (await api.get('/v1/object-types/teams')).body.data.id;
    expect(body.data[0]).toMatchObject({
      id,
      condition_json: { not: { association: { to_type: type } } },
    });
  });
});

describe('managing policies', () => {
  it('requires a key with the scope schema, or a user with the permission', async () => {
    const id = await createPolicy(api, {});
    const reading = await api.withKey(['read']);
    const schema = await api.withKey(['schema']);
    const calls = (client: Client) => [
      () => client.get(path),
      () => client.post(path, { name: 'x' }),
      () => client.patch(`${path}/${id}`, { priority: 1 }),
      () => client.post('/v1/policies/simulate', { policy_id: id }),
      () => client.delete(`${path}/${id}`),
    ];
    const statuses = async (client: Client) => {
      const answers = [];
      for (const call of calls(client)) answers.push((await call()).status);
      return answers;
    };
    expect(await statuses(reading)).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses(ada.client)).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses(other)).toEqual([404, 404, 404, 404, 404]);
    expect((await schema.post(path, { name: 'by schema' })).status).toBe(201);
    const regex = { name: 'r', condition_json: { title: { regex: 'a' } } };
    expect((await schema.post(path, regex)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await api.post(path, regex)).status).toBe(201);
  });

  it('sends no event of a policy to a user', async () => {
    await createPolicy(api, { name: 'secret' });
    await settle(server.db);
    const { body } = await ada.client.get('/v1/changes?limit=1000');
    expect(body.data.results.filter(({ type }: { type: string }) => /^policy/.test(type))).toEqual(
      [],
    );
  });
});
