import { expect, it } from 'vitest';
import { createObject, createPolicy, defineNotes, dropPolicies, own } from '../policies/support.ts';
import type { Client } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);

/** A user whose role permits SQL. */
async function asker(): Promise<{ client: Client; id: string }> {
  const name = `asker${Math.random().toString(36).slice(2, 8)}`;
  const role = await api.post('/v1/roles', {
    name,
    permissions: ['objects:read', 'objects:write', 'sql:read'],
  });
  const { client, user } = await signUp(api, {});
  const given = await api.post('/v1/roles/assign', {
    user_id: user.id,
    role_id: role.body.data.id,
  });
  expect(given.status).toBe(200);
  return { client, id: user.id };
}

const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();

it('shows a bound caller the rows of a search, and reveals no others by an error', async () => {
  await defineNotes(api);
  await api.post('/v1/object-types/teams/properties', { name: 'open', data_type: 'boolean' });
  const { client, id } = await asker();
  const bound = await api.withKey(['read', 'sql']);
  for (const [owner, size] of [
    [id, 1],
    [id, 2],
    ['else', 3],
    ['else', 77],
  ])
    await createObject(api, { owner, size, due: '2020-01-01' });
  const linked = await createObject(api, { owner: 'else', size: 4 });
  const team = await createObject(api, { open: true }, 'teams');
  const put = await api.put(`/v1/objects/notes/${linked}/associations/of/teams/${team}`, {});
  expect(put.status).toBe(200);
  for (const condition of [
    own,
    { property: 'size', operator: 'lt', value: 3 },
    { not: { property: 'owner', operator: 'eq', value: 'else' } },
    { association: { type: 'of', to_type: 'teams', filters: [{ open: true }] } },
    { property: 'created_by', operator: 'eq', value: '$auth.user_id' },
    { property: 'due', operator: 'lt', value: '$now' },
    { property: 'updated_at', operator: 'gt', value: '2020-01-01T00:00:00Z' },
    { property: 'size', operator: 'in', value: Array.from({ length: 30 }, (_, n) => n) },
  ]) {
    const policy = await api.post('/v1/object-types/notes/policies', {
      name: 'one',
      action: 'select',
      effect: 'allow',
      condition_json: [condition],
    });
    expect([condition, policy.status]).toEqual([condition, 201]);
    for (const caller of [client, bound, api]) {
      const found = await caller.post('/v1/objects/notes/search', { limit: 100 });
      const asked = await caller.post('/v1/sql', { sql: 'select id from notes' });
      expect([condition, asked.body.error, ids(asked.body.data?.rows ?? [])]).toEqual([
        condition,
        undefined,
        ids(found.body.data.results),
      ]);
    }
    await dropPolicies(api);
  }
  await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [own] });
  for (const sql of [
    'select id from notes where 1 / (size - 77) > 0',
    "select id from notes where (owner || 'x')::int > 0 and owner <> $1",
    'select max(1 / (size - 77)) from notes',
  ]) {
    const { status, body } = await client.post('/v1/sql', {
      sql,
      params: sql.includes('$1') ? [id] : [],
    });
    expect([sql, status, body.error]).toEqual([sql, 200, undefined]);
  }
  const refused = async (sql: string, more: object = {}) => {
    const { status, body } = await client.post('/v1/sql', { sql, ...more });
    return [status, body.error?.code];
  };
  expect(await refused('select * from associations')).toEqual([403, 'FORBIDDEN']);
  expect(await refused('select * from files')).toEqual([403, 'FORBIDDEN']);
  expect(await refused('select * from users')).toEqual([403, 'INSUFFICIENT_SCOPE']);
  expect(await refused('select 1', { explain: true })).toEqual([403, 'FORBIDDEN']);
});

it('needs the scope sql beside read, or the permission sql:read', async () => {
  const ask = async (caller: Client) => {
    const { status, body } = await caller.post('/v1/sql', { sql: 'select 1 as one' });
    return [status, body.error?.code];
  };
  expect(await ask(api)).toEqual([200, undefined]);
  expect(await ask(await api.withKey(['read', 'sql']))).toEqual([200, undefined]);
  for (const scopes of [['read'], ['write'], ['sql'], ['auth', 'schema']])
    expect([scopes, ...(await ask(await api.withKey(scopes)))]).toEqual([
      scopes,
      403,
      'INSUFFICIENT_SCOPE',
    ]);
  const plain = await signUp(api, {});
  expect((await ask(plain.client))[0]).toBe(403);
  expect((await ask(api.as(undefined)))[0]).toBe(401);
});

it('notes each statement in the audit log, of its parameters only the types', async () => {
  await api.post('/v1/sql', { sql: 'select $1::text as secret', params: ['hush-hush'] });
  await api.post('/v1/sql', { sql: 'select 1/0' });
  const { body } = await api.get('/v1/audit-logs?limit=2');
  const [failed, done] = body.data.logs;
  expect(JSON.stringify(body)).not.toContain('hush-hush');
  expect(JSON.stringify(done)).toContain('select $1::text as secret');
  expect(JSON.stringify(failed)).toContain('SQL_ERROR');
});

it('changes what the policies let a bound caller change, and nothing else', async () => {
  await dropPolicies(api);
  const { client, id } = await asker();
  for (const owner of [id, 'else']) await createObject(api, { owner, size: 500 });
  await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [own] });
  const change = async (sql: string, params: unknown[] = []) => {
    const { status, body } = await client.post('/v1/sql', { sql, params, allow_write: true });
    return [status, body.error?.code ?? body.data.row_count];
  };
  const sizes = async () => {
    const { body } = await api.post('/v1/sql', {
      sql: 'select owner = $1 as mine, size from notes where size >= 500 order by 1, 2',
      params: [id],
    });
    return body.data.rows.map(({ mine, size }: { mine: boolean; size: number }) => [mine, size]);
  };
  // Seen, but no policy lets it be changed.
  const free = { property: 'title', operator: 'eq', value: 'free' };
  for (const action of ['insert', 'update', 'delete'])
    await createPolicy(api, { action, effect: 'allow', condition_json: [free] });
  expect(await change('update notes set size = 501')).toEqual([403, 'POLICY_DENIED']);
  expect(await change('delete from notes')).toEqual([403, 'POLICY_DENIED']);
  await createPolicy(api, { action: 'update', effect: 'allow', condition_json: [own] });
  expect(await change('update notes set size = 502 where size >= 500')).toEqual([200, 1]);
  expect(await sizes()).toEqual([
    [false, 500],
    [true, 502],
  ]);
  // Nor given away: the new row must also fit the policy.
  expect(await change(`update notes set owner = 'else' where size = 502`)).toEqual([
    403,
    'POLICY_DENIED',
  ]);
  expect(await change('insert into notes (owner, size) values ($1, 503)', [id])).toEqual([
    403,
    'POLICY_DENIED',
  ]);
  expect(await sizes()).toHaveLength(2);
  await dropPolicies(api);
});
