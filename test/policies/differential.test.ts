import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { TenantClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { type Caller, mayDo, type NaivePolicy, type Row } from './naive.ts';
import { createPolicy, defineNotes, dropPolicies } from './support.ts';

const server = useServer();
const api = useTenant(server);
let callers: Caller[];
let rows: Row[];
let linked: Set<string>;

const teams = ['red', 'blue', 'green'];

beforeAll(async () => {
  await defineNotes(api);
  await api.post('/v1/object-types/notes/properties', { name: 'team', data_type: 'string' });
  await api.post('/v1/object-types/teams/properties', { name: 'open', data_type: 'boolean' });
  const signedUp = [];
  for (const user_metadata of [{ team: 'red', teams: ['red', 'blue'], level: 2 }, { team: 1 }, {}])
    signedUp.push(await signUp(api, { user_metadata }));
  await server.db.query(
    `with role as (insert into app.roles (tenant_id, id, name, inherited_names)
       values ($1, 'role_editor', 'editor', '{editor}') returning tenant_id, id)
     insert into app.role_members (tenant_id, user_id, role_id) select tenant_id, $2, id from role`,
    [api.tenant.id, signedUp[0]?.user.id],
  );
  callers = signedUp.map(({ user, email }, i) => ({
    user_id: user.id,
    role: 'user',
    roles: i === 0 ? ['user', 'editor'] : ['user'],
    email,
    metadata: user.user_metadata,
  }));
  const ids = callers.map(({ user_id }) => user_id);
  const properties = fc.record(
    {
      owner: fc.constantFrom(...ids, 'shared', 'nobody'),
      team: fc.constantFrom(...teams),
      size: fc.constantFrom(0, 1, 2, 3),
      state: fc.constantFrom('draft', 'done'),
      tags: fc.subarray(['user', 'editor', ...ids]),
      due: fc.constantFrom('2020-01-01', '2999-01-01'),
      title: fc.constantFrom('a', 'ab', 'b'),
    },
    { requiredKeys: [] },
  );
  for (const [i, each] of fc.sample(properties, { numRuns: 40, seed: 11 }).entries()) {
    const creator = [...signedUp.map(({ client }) => client), api][i % 4] as TenantClient;
    const { body } = await creator.post('/v1/objects/notes', { properties: each });
    if (i % 5 === 0) await api.patch(`/v1/objects/notes/${body.data.id}`, { properties: { x: 1 } });
  }
  const list = await api.get('/v1/objects/notes/list?limit=100');
  rows = list.body.data.results;
  linked = new Set();
  for (const open of [true, false]) {
    const team = await api.post('/v1/objects/teams', { properties: { open } });
    for (const [i, { id }] of rows.entries()) {
      if (i % (open ? 3 : 2) !== 0) continue;
      await api.put(`/v1/objects/notes/${id}/associations/team/teams/${team.body.data.id}`, {});
      if (open) linked.add(id);
    }
  }
});

const condition = (property: string, operators: string[], values: unknown[]) =>
  fc.record({
    property: fc.constant(property),
    operator: fc.constantFrom(...operators),
    value: fc.constantFrom(...values),
  });
const equal = ['eq', 'neq'];
const lists = ['in', 'nin'];
const leaf = fc.oneof(
  condition('owner', [...equal, 'lt', 'gte'], ['$auth.user_id', '$auth.email', 'shared']),
  condition('owner', lists, [['$auth.user_id', 'shared'], ['$auth.email'], ['nobody'], []]),
  condition('created_by', equal, ['$auth.user_id', '$auth.metadata.team']),
  condition('team', equal, ['$auth.metadata.team', '$auth.metadata.none', 'green']),
  condition('team', lists, ['$auth.metadata.teams', ['red', '$auth.metadata.team']]),
  condition('size', ['eq', 'gt', 'lte', 'neq'], [1, 2, '$auth.metadata.level']),
  condition('size', ['between'], [[1, 2]]),
  condition('state', equal, ['done', '$auth.role']),
  condition('tags', ['contains', 'not_contains'], ['$auth.user_id', '$auth.role', 'editor']),
  condition('tags', ['has_any'], ['$auth.roles', ['editor']]),
  condition('due', ['lt', 'gte'], ['$today']),
  condition('title', ['starts_with', 'icontains'], ['a', 'B']),
  condition('version', ['eq', 'gt'], [1, 2]),
  fc.constantFrom('some', 'none').map((quantifier) => ({
    association: { type: 'team', to_type: 'teams', filters: [{ open: true }], quantifier },
  })),
);
const tree = fc.oneof(
  { arbitrary: leaf, weight: 4 },
  { arbitrary: fc.array(leaf, { minLength: 1, maxLength: 3 }), weight: 1 },
  { arbitrary: fc.array(leaf, { minLength: 1, maxLength: 3 }).map((or) => ({ or })), weight: 2 },
  { arbitrary: leaf.map((not) => ({ not })), weight: 1 },
  { arbitrary: fc.constant(null), weight: 1 },
);
const policy = fc.record({
  effect: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const),
  role: fc.constantFrom(null, null, 'user', 'editor', 'admin'),
  enabled: fc.constantFrom(true, true, true, false),
  condition_json: tree,
});

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

/** The rows that a caller gets by every way there is, each as the ids it shows. */
async function waysOf(caller: Caller, policies: NaivePolicy[]) {
  const as = `as_user=${caller.user_id}`;
  const notes = '/v1/objects/notes';
  const ids = idsOf(rows);
  const list = (await api.get(`${notes}/list?limit=100&${as}`)).body.data;
  const search = (await api.post(`${notes}/search?${as}`, { limit: 100 })).body.data;
  const sorted = await api.get(`${notes}/list?limit=100&sort=size&${as}`);
  const filtered = [
    await api.post(`${notes}/search?${as}`, { limit: 100, filters: { size: { gte: 2 } } }),
    await api.post(`${notes}/search?${as}`, {
      limit: 100,
      filters: { not: { size: { gte: 2 } } },
    }),
  ];
  const count = await api.post(`${notes}/aggregate?${as}`, { group_by: ['owner'] });
  const read = await api.post(`${notes}/batch/read?${as}`, { object_ids: ids });
  const got = [];
  for (const id of ids.slice(0, 6)) {
    const { status } = await api.get(`${notes}/${id}?${as}`);
    expect([200, 404]).toContain(status);
    if (status === 200) got.push(id);
  }
  const context = { auth_context: caller };
  const live = await api.post('/v1/policies/simulate', { object_type_id: 'notes', ...context });
  const samples = await api.post('/v1/policies/simulate', {
    object_type_id: 'notes',
    sample_data: rows,
    ...context,
  });
  const alone = policies.length === 1 ? policies[0] : undefined;
  const untyped = alone?.enabled
    ? await api.post('/v1/policies/simulate', {
        policy: { action: 'select', ...alone },
        object_type_id: 'notes',
        sample_data: rows,
        ...context,
      })
    : samples;
  const allowed = ({ body }: typeof samples) =>
    body.data.results.flatMap((each: { id: string; allowed: boolean }) =>
      each.allowed ? [each.id] : [],
    );
  return {
    list: idsOf(list.results),
    listTotal: list.total,
    search: idsOf(search.results),
    searchTotal: search.total,
    sorted: idsOf(sorted.body.data.results).toSorted().toReversed(),
    filtered: filtered
      .flatMap(({ body }) => idsOf(body.data.results))
      .toSorted()
      .toReversed(),
    count: count.body.data.rows.reduce((sum: number, row: { count: number }) => sum + row.count, 0),
    read: idsOf(read.body.data),
    got,
    live: allowed(live),
    samples: allowed(samples),
    untyped: allowed(untyped),
  };
}

it('every way to read objects shows a user the same ones, by the policies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(policy, { maxLength: 4 }),
      fc.nat(2),
      fc.constantFrom('private', 'open'),
      async (policies, whose, user_access) => {
        await dropPolicies(api);
        await api.patch('/v1/object-types/notes', { name: 'notes', user_access });
        for (const each of policies) await createPolicy(api, each);
        const caller = callers[whose] as Caller;
        const isPrivate = user_access === 'private';
        const shown = idsOf(rows.filter((row) => mayDo(policies, caller, row, linked, isPrivate)));
        expect(await waysOf(caller, policies)).toEqual({
          list: shown,
          listTotal: shown.length,
          search: shown,
          searchTotal: shown.length,
          sorted: shown,
          filtered: shown,
          count: shown.length,
          read: shown,
          got: idsOf(rows)
            .slice(0, 6)
            .filter((id) => shown.includes(id)),
          live: shown,
          samples: shown,
          untyped: shown,
        });
      },
    ),
    { numRuns: 40 },
  );
}, 300_000);
