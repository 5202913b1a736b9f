import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { callOperation, documentedOperations } from '../support/operations.ts';
import { useServer } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const create = async (client: Client, fields: object) => {
  const { status, body } = await client.post('/v1/roles', fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
};
const assign = (user: SignedUp, role: { id: string }) =>
  api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id });
const codeOf = async (call: ReturnType<Client['get']>) => {
  const { status, body } = await call;
  return [status, body.error?.code];
};

describe('the list of roles', () => {
  it('begins with the fixed roles, and counts the members of each', async () => {
    const user = await signUp(api);
    const editor = await create(api, { name: 'editor', description: 'Edits' });
    await assign(user, editor);
    const { headers, body } = await api.get('/v1/roles');
    expect(headers.get('x-total-count')).toBe('5');
    const summary = body.data.map((role: Record<string, unknown>) => [
      role.name,
      role.is_system,
      role.user_count,
    ]);
    expect(summary).toEqual([
      ['owner', true, 0],
      ['admin', true, 0],
      ['user', true, 1],
      ['anonymous', true, 0],
      ['editor', false, 1],
    ]);
    for (const { id } of body.data) expect((await api.get(`/v1/roles/${id}`)).status).toBe(200);
    const own = await api.get(`/v1/users/${user.user.id}/roles`);
    expect(own.body.data.map(({ name }: { name: string }) => name)).toEqual(['user', 'editor']);
  });
});

describe('a role', () => {
  it.each([
    [{ name: 'Admin' }, 400],
    [{ name: '' }, 400],
    [{ name: 'owner' }, 409],
    [{ name: 'editor', permissions: ['everything'] }, 400],
    [{ name: 'editor', permissions: ['objects:write:a:b'] }, 400],
    [{ name: 'editor', permissions: [7] }, 400],
    [{ name: 'editor', parent_role_id: 'role_0' }, 404],
    [{ name: 'editor', parent_role_id: 'role_admin' }, 409],
  ])('is refused with %j', async (fields, status) => {
    expect((await api.post('/v1/roles', fields)).status).toBe(status);
  });

  it('has a unique name, and a new one carries over to its users', async () => {
    const editor = await create(api, { name: 'editor' });
    expect(await codeOf(api.post('/v1/roles', { name: 'editor' }))).toEqual([
      409,
      'ALREADY_EXISTS',
    ]);
    const { user } = await signUp(api);
    await server.db.query(`update app.users set role = 'editor' where id = $1`, [user.id]);
    await api.patch(`/v1/roles/${editor.id}`, { name: 'writer' });
    const { rows } = await server.db.query('select role from app.users where id = $1', [user.id]);
    expect(rows).toEqual([{ role: 'writer' }]);
    expect(await codeOf(api.delete(`/v1/roles/${editor.id}`))).toEqual([409, 'INVALID_STATE']);
  });

  it('stays one that needs a second factor, and the one of new users, under a new name', async () => {
    const at = await createTenant(server);
    const editor = await create(at, { name: 'editor' });
    const author = await create(at, { name: 'author' });
    const [one, other] = [await signUp(at), await signUp(at)];
    for (const [{ user }, role] of [
      [one, editor],
      [other, author],
    ] as const)
      await at.post('/v1/roles/assign', { user_id: user.id, role_id: role.id });
    await at.patch('/v1/governance', { require_mfa_roles: ['admin', 'editor'] });
    await at.post('/v1/auth-config', {
      mfa: { required_roles: ['author'] },
      default_role: 'author',
    });
    const refused = [403, 'INSUFFICIENT_AAL'];
    expect(await codeOf(one.client.get('/v1/dashboards'))).toEqual(refused);
    await at.patch(`/v1/roles/${editor.id}`, { name: 'writer' });
    await at.patch(`/v1/roles/${author.id}`, { name: 'poet' });
    expect(await codeOf(one.client.get('/v1/dashboards'))).toEqual(refused);
    expect(await codeOf(other.client.get('/v1/dashboards'))).toEqual(refused);
    const governance = (await at.get('/v1/governance')).body.data;
    expect(governance.require_mfa_roles).toEqual(['admin', 'writer']);
    const config = (await at.get('/v1/auth-config')).body.data;
    expect([config.mfa.required_roles, config.default_role]).toEqual([['poet'], 'poet']);
    expect((await signUp(at)).user.role).toBe('poet');
  });

  it('cannot be deleted while a policy names it', async () => {
    const editor = await create(api, { name: 'editor' });
    const { id } = await defineType(api, {});
    const policies = `/v1/object-types/${id}/policies`;
    const fields = { name: 'no editors', action: 'select', role: 'editor', effect: 'deny' };
    const policy = (await api.post(policies, fields)).body.data;
    expect(await codeOf(api.delete(`/v1/roles/${editor.id}`))).toEqual([409, 'INVALID_STATE']);
    await api.delete(`${policies}/${policy.id}`);
    expect((await api.delete(`/v1/roles/${editor.id}`)).status).toBe(200);
  });

  it('cannot be assigned in another tenant, nor to another tenant’s user', async () => {
    const other = await createTenant(server);
    const [mine, theirs] = [await signUp(api), await signUp(other)];
    const [ours, foreign] = [
      await create(api, { name: 'editor' }),
      await create(other, { name: 'editor' }),
    ];
    expect((await assign(mine, foreign)).status).toBe(404);
    expect((await assign(theirs, ours)).status).toBe(404);
  });
});

it('the fixed roles have the scopes that match their permissions', async () => {
  const { rows } = await server.db.query(
    `select r, to_jsonb(app.permission_scopes(app.system_permissions(r))) = app.system_scopes(r) as same
     from unnest(array['owner', 'admin', 'user', 'anonymous']) r`,
  );
  expect(rows.map(({ same }) => same)).toEqual([true, true, true, true]);
});

describe('inheritance of roles', () => {
  it('passes permissions down, and ends when the parent changes', async () => {
    const user = await signUp(api);
    const keeper = await create(api, { name: 'keeper', permissions: ['keys:manage'] });
    const middle = await create(api, { name: 'middle', parent_role_id: keeper.id });
    const child = await create(api, { name: 'child', parent_role_id: middle.id });
    expect((await user.client.get('/v1/keys')).status).toBe(403);
    await assign(user, child);
    expect((await user.client.get('/v1/keys')).status).toBe(200);
    await api.patch(`/v1/roles/${middle.id}`, { parent_role_id: null });
    expect((await user.client.get('/v1/keys')).status).toBe(403);
    await api.patch(`/v1/roles/${middle.id}`, { parent_role_id: keeper.id });
    expect((await user.client.get('/v1/keys')).status).toBe(200);
    await api.delete(`/v1/roles/${middle.id}`); // its child inherits from its parent
    expect((await user.client.get('/v1/keys')).status).toBe(200);
    await api.delete(`/v1/roles/${keeper.id}`);
    expect((await user.client.get('/v1/keys')).status).toBe(403);
  });

  it('cannot be circular, or deeper than 20 levels', async () => {
    const ids: string[] = [];
    for (let depth = 0; depth < 20; depth++)
      ids.push((await create(api, { name: `r${depth}`, parent_role_id: ids.at(-1) ?? null })).id);
    const deeper = api.post('/v1/roles', { name: 'deeper', parent_role_id: ids.at(-1) });
    expect(await codeOf(deeper)).toEqual([409, 'INVALID_STATE']);
    for (const parent of [ids[0], ids[1], ids[19]])
      expect(await codeOf(api.patch(`/v1/roles/${ids[0]}`, { parent_role_id: parent }))).toEqual([
        409,
        'INVALID_STATE',
      ]);
  });

  it('stays without a circle when two changes would make one at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [
        await create(api, { name: `a${round}` }),
        await create(api, { name: `b${round}` }),
      ];
      const answers = await Promise.all([
        api.patch(`/v1/roles/${a.id}`, { parent_role_id: b.id }),
        api.patch(`/v1/roles/${b.id}`, { parent_role_id: a.id }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });
});

describe('the rights of plain users', () => {
  it('is limited to data, without the tenant’s administration', async () => {
    const { client } = await signUp(api);
    const managed = ['schema', 'auth', 'ai', '*'];
    const operations = (await documentedOperations(server.url)).filter(({ scope }) =>
      managed.includes(scope),
    );
    expect(operations.length).toBeGreaterThan(15);
    const params = new Proxy({}, { get: () => 'none' });
    for (const operation of operations) {
      const { status, body } = await callOperation(client, operation, params);
      expect([status, body.error?.code], operation.id).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('grows and shrinks with a permission, from the very next call', async () => {
    const user = await signUp(api);
    const role = await create(api, { name: 'keeper', permissions: ['keys:manage'] });
    await assign(user, role);
    expect((await user.client.get('/v1/keys')).status).toBe(200);
    await api.put(`/v1/roles/${role.id}/permissions`, { permissions: ['roles:manage'] });
    expect((await user.client.get('/v1/keys')).status).toBe(403);
    expect((await user.client.get('/v1/roles')).status).toBe(200);
    const taken = await api.delete(`/v1/roles/${role.id}/users/${user.user.id}`);
    expect(taken.body.data).toEqual({ removed: true, user_id: user.user.id, role_id: role.id });
    expect((await user.client.get('/v1/roles')).status).toBe(403);
    expect((await api.delete(`/v1/roles/${role.id}/users/${user.user.id}`)).status).toBe(404);
  });
});

describe('no one can grant a right that they do not have', () => {
  it('as a key with only auth, or a user who manages roles', async () => {
    const key = await api.withKey(['auth']);
    const user = await signUp(api);
    await assign(user, await create(api, { name: 'manager', permissions: ['roles:manage'] }));
    const strong = await create(api, { name: 'strong', permissions: ['*'] });
    for (const client of [key, user.client]) {
      for (const permissions of [
        ['*'],
        ['webhooks:manage'],
        ['objects:write:contacts', 'sql:run'],
      ]) {
        expect((await client.post('/v1/roles', { name: 'x', permissions })).status).toBe(403);
      }
      for (const call of [
        client.post('/v1/roles', { name: 'x', parent_role_id: strong.id }),
        client.post('/v1/roles/assign', { user_id: user.user.id, role_id: strong.id }),
        client.put(`/v1/roles/${strong.id}/permissions`, { permissions: [] }),
        client.patch(`/v1/roles/${strong.id}`, { name: 'weak' }),
        client.delete(`/v1/roles/${strong.id}`),
      ])
        expect((await call).status).toBe(403);
    }
  });
});

describe('a permission for single object types', () => {
  it('covers these types and no others', async () => {
    const [invoices, letters] = [
      await defineType(api, {}, { user_access: 'open' }),
      await defineType(api, {}, { user_access: 'open' }),
    ];
    const user = await signUp(api);
    const permissions = [`objects:write:${invoices.name}`];
    await create(api, { name: 'accountant', permissions });
    await server.db.query(`update app.users set role = 'accountant' where id = $1`, [user.user.id]);
    const { client } = user;
    const made = await client.post(invoices.path, { properties: {} });
    expect(made.status).toBe(201);
    expect((await client.get(`${invoices.path}/list`)).body.data.results).toHaveLength(1);
    const other = (await api.post(letters.path, { properties: {} })).body.data;
    const transaction = { requests: [{ method: 'POST', path: letters.path }] };
    for (const call of [
      client.get(`${letters.path}/list`),
      client.get(`${letters.path}/${other.id}`),
      client.post(letters.path, { properties: {} }),
      client.patch(`${letters.path}/${other.id}`, { properties: {} }),
      client.delete(`${letters.path}/${other.id}`),
      client.post(`${letters.path}/search`, {}),
      client.put(
        `${letters.path}/${other.id}/associations/x/${invoices.name}/${made.body.data.id}`,
      ),
      client.post('/v1/transaction', transaction),
      client.get('/v1/changes'),
    ]) {
      const { status, body } = await call;
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
  });
});
