import { beforeAll, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { createObject, createPolicy, defineNotes, dropPolicies } from './support.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await defineNotes(api);
});

const own = { property: 'owner_id', operator: 'eq', value: '$auth.user_id' };
const simulate = async (request: object) => (await api.post('/v1/policies/simulate', request)).body;
const auth_context = { user_id: 'usr_1', role: 'user' };

describe('a policy simulation on samples', () => {
  it('shows for each row whether it is allowed, and why not', async () => {
    const policy = { name: 'own rows', action: 'select', role: 'user', condition_json: own };
    const sample_data = [{ owner_id: 'usr_1' }, { owner_id: 'usr_2' }];
    const { data } = await simulate({ policy, auth_context, sample_data });
    expect(data).toEqual({
      allowed: 1,
      denied: 1,
      results: [
        { index: 0, allowed: true, matched: true },
        {
          index: 1,
          allowed: false,
          matched: false,
          failed_conditions: ['condition_json'],
          reason: 'owner_id eq $auth.user_id is false',
        },
      ],
      sql: 'strict ($."owner_id" == $"auth"."user_id")',
    });
  });

  it.each([
    [{ or: [own, { a: { gt: 5 } }] }, ['condition_json.or[0]', 'condition_json.or[1].a']],
    [[own, { b: 1 }], ['condition_json[0]']],
    [{ not: { b: 1 } }, ['condition_json.not.b']],
    [{ a: { gte: 2, lt: 3 } }, ['condition_json.a']],
    [{ property: 'tags', operator: 'has_any', value: '$auth.roles' }, ['condition_json']],
    [{ due: { lt: '$today' } }, ['condition_json.due']],
  ])('with %j names the conditions that failed', async (condition_json, paths) => {
    const sample_data = [{ owner_id: 'x', a: 1, b: 1, tags: ['admin'], due: '2999-01-01' }];
    const { data } = await simulate({ policy: { condition_json }, auth_context, sample_data });
    expect(data.results[0]).toMatchObject({ allowed: false, failed_conditions: paths });
  });

  it('reports another role and a deny', async () => {
    const sample_data = [{ id: 'row_1', a: 1 }];
    const other = { role: 'admin', condition_json: { a: 1 } };
    const first = await simulate({ policy: other, auth_context, sample_data });
    expect(first.data.results[0]).toMatchObject({
      id: 'row_1',
      matched: false,
      failed_conditions: ['role'],
      reason: 'the caller does not have the role admin',
    });
    const deny = { name: 'no', effect: 'deny', condition_json: { a: 1 } };
    const second = await simulate({ policy: deny, auth_context, sample_data });
    expect(second.data.results[0]).toMatchObject({
      allowed: false,
      matched: true,
      reason: 'denied by no',
    });
  });

  it('accepts rows as the API shows them, with system fields', async () => {
    const policy = { condition_json: [{ created_by: '$auth.user_id' }, { size: { gt: 1 } }] };
    const sample_data = [
      { created_by: 'usr_1', properties: { size: 2 } },
      { created_by: 'usr_1', size: 2 },
      { created_by: 'usr_2', size: 2 },
      { created_by: 'usr_1', size: 1 },
    ];
    const request = { policy, auth_context, sample_data };
    for (const object_type_id of [undefined, 'notes']) {
      const { data } = await simulate({ ...request, object_type_id });
      const allowed = data.results.map((one: { allowed: boolean }) => one.allowed);
      expect(allowed.slice(1)).toEqual([true, false, false]);
      if (object_type_id) expect(allowed[0]).toBe(true);
    }
  });
});

describe('a policy simulation on live objects', () => {
  it('shows what the caller would lose and gain', async () => {
    await dropPolicies(api);
    const mine = await createObject(api, { owner: 'usr_1', size: 1 });
    const shared = await createObject(api, { owner: 'usr_2', size: 2 });
    const base = { object_type_id: 'notes', auth_context };
    const condition_json = { owner: '$auth.user_id' };
    const adding = await simulate({ ...base, policy: { name: 'own', condition_json } });
    expect(adding.data).toMatchObject({
      ...{ allowed: 1, denied: 1, would_lose: 1, would_gain: 0 },
      ...{ would_lose_ids: [shared], would_gain_ids: [] },
      results: [
        { id: shared, allowed: false, reason: 'owner eq $auth.user_id is false' },
        { id: mine, allowed: true },
      ],
    });
    const policy_id = await createPolicy(api, { name: 'own', condition_json });
    expect((await simulate(base)).data).toMatchObject({ allowed: 1, would_lose: 0, would_gain: 0 });
    for (const policy of [{ enabled: false }, { condition_json: null }])
      expect((await simulate({ policy_id, policy, auth_context })).data).toMatchObject({
        ...{ allowed: 2, would_lose: 0, would_gain: 1, would_gain_ids: [shared] },
      });
    const limited = await simulate({ ...base, limit: 1 });
    expect(limited.data.results).toHaveLength(1);
    const updates = await simulate({ ...base, action: 'update' });
    expect(updates.data).toMatchObject({ allowed: 2 });
    // Nothing of it is kept, the caller is who it was.
    expect((await api.get('/v1/object-types/notes/policies')).body.data).toHaveLength(1);
  });

  it('shows only objects that its caller may see', async () => {
    const key = await api.withKey(['schema']);
    const { body } = await key.post('/v1/policies/simulate', {
      object_type_id: 'notes',
      policy: { name: 'all', condition_json: null },
      auth_context,
    });
    expect(body.data.results).toEqual([]);
  });
});

it('a policy simulation tries 1,000 rows on 50 conditions and ten denies in time', async () => {
  for (let n = 0; n < 10; n++)
    await createPolicy(api, { effect: 'deny', condition_json: { title: `never ${n}` } });
  await createPolicy(api, { effect: 'deny', condition_json: { title: 'closed' } });
  const conditions = Array.from({ length: 50 }, (_, n) => ({ size: { neq: n } }));
  const { data } = await simulate({
    object_type_id: 'notes',
    policy: { name: 'wide', action: 'select', condition_json: conditions },
    auth_context,
    sample_data: Array.from({ length: 1000 }, (_, n) => ({
      size: n,
      title: n < 50 ? 'x' : 'closed',
    })),
  });
  expect([data.allowed, data.denied]).toEqual([0, 1000]);
  expect(data.results[7].failed_conditions).toEqual(['condition_json[7].size']);
  expect(data.results[999].matched).toBe(true);
  await dropPolicies(api);
});

describe('a policy simulation answers', () => {
  const deep = (levels: number): object => (levels === 0 ? own : { not: deep(levels - 1) });
  const wide = Array.from({ length: 51 }, () => own);
  const long = 'a'.repeat(20_000);
  it.each([
    ['neither a policy nor a type', {}, 400],
    ['a policy without rows or a type', { policy: { condition_json: own } }, 400],
    ['an unknown type', { object_type_id: 'nothing' }, 404],
    ['an unknown policy', { policy_id: 'pol_0' }, 404],
    ['a deep tree', { policy: { condition_json: deep(1000) }, sample_data: [{}] }, 400],
    ['a wide one', { policy: { condition_json: wide }, sample_data: [{}] }, 400],
    [
      'an invalid name',
      { policy: { condition_json: { "a')::int=1 or true--": 1 } }, sample_data: [{}] },
      200,
    ],
    [
      'a function for an operator',
      { policy: { condition_json: { a: { $func: 'pg_sleep(10)' } } }, sample_data: [{ a: 1 }] },
      400,
    ],
    [
      'an invalid operator',
      { policy: { condition_json: { a: { is: 1 } } }, sample_data: [{}] },
      400,
    ],
    [
      'a pattern that can take any time',
      { policy: { condition_json: { a: { regex: '(a*)*\\1b' } } }, sample_data: [{ a: long }] },
      400,
    ],
    [
      'patterns over long texts',
      {
        policy: { condition_json: { a: { regex: '(a+)+(a+)+b$' } } },
        sample_data: Array.from({ length: 100 }, () => ({ a: long })),
      },
      [200, 400],
    ],
    ['more rows than it takes', { policy: {}, sample_data: Array(1001).fill({}) }, 400],
    ['invalid rows', { policy: {}, sample_data: [1] }, 400],
    ['an invalid time', { policy: {}, sample_data: [{ created_at: 'now or never' }] }, 400],
    ['10 MB', { policy: {}, sample_data: [{ a: 'a'.repeat(10_000_000) }] }, 413],
  ])('whatever it is sent: %s', async (_, request, status) => {
    const answer = await api.post('/v1/policies/simulate', request);
    expect([status].flat()).toContain(answer.status);
  });
});
