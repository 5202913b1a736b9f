import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { upload } from '../files/support.ts';
import type { Answer, Client } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, signUp } from '../support/users.ts';
import { createObject, createPolicy, defineNotes, dropPolicies, own } from './support.ts';

const server = useServer();
const api = useTenant(server);
let callers: Record<'anonymous' | 'user', { id: string; client: Client }>;
let key: Client;

const types = '/v1/object-types';
const notes = '/v1/objects/notes';

beforeAll(async () => {
  await defineNotes(api, 'private');
  await api.post('/v1/association-types', { name: 'about' });
  const ada = await signUp(api);
  const { body } = await api.post('/v1/auth/anonymous', {}, anotherAddress());
  callers = {
    user: { id: ada.user.id, client: ada.client },
    anonymous: { id: body.data.user.id, client: api.as(body.data.access_token) },
  };
  key = await api.withKey(['read', 'write', 'schema']);
});
beforeEach(() => dropPolicies(api));

const open = (name: string, user_access = 'open') =>
  api.patch(`${types}/${name}`, { name, user_access });
const codeOf = ({ status, body }: Answer) => [status, body.error?.code];

describe('user_access of an object type', () => {
  it('defaults to private, in the record, in lists and in events', async () => {
    const quiet = (await api.post(types, { name: 'quiet' })).body.data;
    expect(quiet.user_access).toBe('private');
    const loud = (await api.post(types, { name: 'loud', user_access: 'open' })).body.data;
    expect(loud.user_access).toBe('open');
    expect((await api.get(`${types}/quiet`)).body.data.user_access).toBe('private');
    expect((await open('quiet')).body.data.user_access).toBe('open');
    // A change that does not name it leaves it.
    const renamed = await api.patch(`${types}/quiet`, { name: 'silent' });
    expect(renamed.body.data.user_access).toBe('open');
    const listed = (await api.get(types)).body.data;
    expect(
      listed.map(({ name, user_access }: Record<string, string>) => [name, user_access]),
    ).toEqual(
      expect.arrayContaining([
        ['silent', 'open'],
        ['notes', 'private'],
      ]),
    );
    await settle(server.db);
    const { body } = await api.get('/v1/changes?types=object_type.updated&limit=1000');
    expect(body.data.results).toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining({ name: 'quiet', user_access: 'open' }),
        previous: expect.objectContaining({ user_access: 'private' }),
      }),
    );
  });

  it('accepts only its two values', async () => {
    const { status, body } = await api.post(types, { name: 'x', user_access: 'public' });
    expect([status, body.error.code, body.error.details[0].path]).toEqual([
      400,
      'VALIDATION_ERROR',
      'user_access',
    ]);
  });

  it('can be changed only by callers who may change types', async () => {
    await api.post(types, { name: 'doors' });
    const writer = await api.withKey(['read', 'write']);
    const change = { name: 'doors', user_access: 'open' };
    expect(codeOf(await writer.patch(`${types}/doors`, change))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
    expect(codeOf(await callers.user.client.patch(`${types}/doors`, change))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect((await api.get(`${types}/doors`)).body.data.user_access).toBe('private');
    expect((await key.patch(`${types}/doors`, change)).status).toBe(200);
  });

  it('is also private for a type that a transaction creates', async () => {
    const { body } = await api.post('/v1/transaction', {
      requests: [{ method: 'POST', path: types, body: { name: 'together' } }],
    });
    expect(body.success).toBe(true);
    expect((await api.get(`${types}/together`)).body.data.user_access).toBe('private');
  });
});

describe.each(['user', 'anonymous'] as const)('in a private type, the %s', (who) => {
  let client: Client;
  let id: string;
  let team: string;
  beforeEach(async () => {
    client = callers[who].client;
    id = await createObject(api, {
      owner: callers[who].id,
      title: 'secret',
      code: `${Math.random()}`,
    });
    team = await createObject(api, {}, 'teams');
    await api.put(`/v1/objects/teams/${team}/associations/about/notes/${id}`, {});
  });

  it('sees nothing without a policy that allows it, in any way', async () => {
    for (const path of [
      `${notes}/${id}`,
      `${notes}/${id}?at=${new Date().toISOString()}`,
      `${notes}/${id}/versions`,
      `${notes}/${id}/associations`,
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
    for (const list of [
      await client.get(`${notes}/list`),
      await client.get(`${notes}/list?sort=size`),
      await client.get(`${notes}/trash`),
      await client.post(`${notes}/search`, {}),
      await client.post(`${notes}/search`, { query: 'secret' }),
      await client.post(`${notes}/search`, { filters: { owner: callers[who].id } }),
    ])
      expect(list.body.data).toMatchObject({ results: [], total: 0 });
    const read = await client.post(`${notes}/batch/read`, { object_ids: [id] });
    expect(read.body.data).toEqual([]);
    const rows = await client.post(`${notes}/aggregate`, { group_by: ['owner'] });
    expect(rows.body.data).toMatchObject({ rows: [], total: 0 });
    const other = await client.get(`/v1/objects/teams/${team}/associations`);
    expect(other.body.data).toMatchObject({ results: [], total: 0 });
    for (const association of [
      { type: 'about', to_type: 'notes' },
      { type: 'about', to_type: 'notes', filters: { title: 'secret' } },
      { type: 'about' },
    ]) {
      const found = await client.post('/v1/objects/teams/search', { filters: { association } });
      expect([association, found.body.data.total]).toEqual([association, 0]);
    }
    const exported = await client.post('/v1/data/export', {
      object_type_id: 'notes',
      format: 'ndjson',
    });
    if (exported.status === 200)
      expect((await client.get(`/v1/data/export/${exported.body.data.id}`)).body).toBe('');
    await settle(server.db);
    const changes = await client.get('/v1/changes?types=object.*,association.*&limit=1000');
    expect(JSON.stringify(changes.body)).not.toContain(id);
  });

  it('changes nothing without a policy that allows it', async () => {
    const denied = await client.post(notes, { properties: { title: 'x' } });
    expect(codeOf(denied)).toEqual([403, 'POLICY_DENIED']);
    expect(denied.body.error.message).toMatch(/notes is private.*user_access/);
    expect(codeOf(await client.post(`${notes}/batch/create`, { objects: [{}] }))).toEqual([
      403,
      'POLICY_DENIED',
    ]);
    for (const answer of [
      await client.patch(`${notes}/${id}`, { properties: {} }),
      await client.delete(`${notes}/${id}`),
      await client.put(`${notes}/${id}/associations/about/teams/${team}`, {}),
      await client.put(`/v1/objects/teams/${team}/associations/about/notes/${id}`, {}),
    ])
      expect(codeOf(answer)).toEqual([404, 'NOT_FOUND']);
  });

  it('may do with each action only what its allow policies permit', async () => {
    await createPolicy(api, { action: 'select', condition_json: own });
    const strange = await createObject(api, { owner: 'usr_other' });
    const alone = await createObject(api, { owner: callers[who].id });
    const list = await client.get(`${notes}/list`);
    const ids = list.body.data.results.map((one: { id: string }) => one.id);
    expect([ids.includes(id), ids.includes(strange)]).toEqual([true, false]);
    expect((await client.get(`${notes}/${id}`)).status).toBe(200);
    expect((await client.get(`${notes}/${strange}`)).status).toBe(404);
    const change = (of = id) => client.patch(`${notes}/${of}`, { properties: { title: 'new' } });
    const create = (owner: string) => client.post(notes, { properties: { owner } });
    for (const answer of [
      await change(),
      await create(callers[who].id),
      await client.delete(`${notes}/${alone}`),
      await client.put(`${notes}/${id}/associations/about/teams/${team}`, {}),
    ])
      expect(codeOf(answer)).toEqual([403, 'POLICY_DENIED']);
    await createPolicy(api, { action: 'insert', condition_json: own });
    expect((await create(callers[who].id)).status).toBe(201);
    expect(codeOf(await create('usr_other'))).toEqual([403, 'POLICY_DENIED']);
    expect(codeOf(await change())).toEqual([403, 'POLICY_DENIED']);
    await createPolicy(api, { action: 'update', condition_json: own });
    expect((await change()).status).toBe(200);
    expect(codeOf(await client.delete(`${notes}/${alone}`))).toEqual([403, 'POLICY_DENIED']);
    await createPolicy(api, { action: 'delete', condition_json: own });
    expect((await client.delete(`${notes}/${alone}`)).status).toBe(200);
  });

  it('allows nothing by only a deny, or by an allow that is disabled or for another role', async () => {
    await createPolicy(api, { action: 'all', effect: 'deny', condition_json: { title: 'never' } });
    await createPolicy(api, { action: 'all', condition_json: null, enabled: false });
    expect((await client.get(`${notes}/${id}`)).status).toBe(404);
    expect((await client.get(`${notes}/list`)).body.data.total).toBe(0);
    await createPolicy(api, { action: 'all', role: 'admin', condition_json: null });
    expect((await client.get(`${notes}/${id}`)).status).toBe(404);
  });

  it('has the rights of roles while the type is open, until it is private again', async () => {
    try {
      await open('notes');
      expect((await client.get(`${notes}/${id}`)).status).toBe(200);
      expect((await client.post(notes, { properties: {} })).status).toBe(201);
      // The deny that was compiled for a private type is compiled again for an open one.
      await createPolicy(api, { effect: 'deny', condition_json: { title: 'hidden' } });
      expect((await client.get(`${notes}/${id}`)).status).toBe(200);
      await open('notes', 'private');
      expect((await client.get(`${notes}/${id}`)).status).toBe(404);
    } finally {
      await open('notes', 'private');
    }
  });

  it('learns that a value is taken, but not by which object', async () => {
    await createPolicy(api, { action: 'insert', condition_json: null });
    const { code } = (await api.get(`${notes}/${id}`)).body.data.properties;
    const { status, body } = await client.post(notes, { properties: { code } });
    expect([status, body.error.details]).toEqual([409, { property: 'code', value: code }]);
  });

  it('matches the result of a simulation', async () => {
    const auth_context = { user_id: callers[who].id, role: who };
    const simulate = async (request: object) =>
      (
        await api.post('/v1/policies/simulate', {
          object_type_id: 'notes',
          auth_context,
          ...request,
        })
      ).body.data;
    const none = await simulate({});
    expect(none.allowed).toBe(0);
    expect(none.results[0].reason).toMatch(/private/);
    expect((await simulate({ action: 'insert', sample_data: [{}] })).allowed).toBe(0);
    const wanted = await simulate({ policy: { name: 'own', condition_json: own } });
    expect(wanted.would_gain_ids).toContain(id);
    expect(wanted.would_lose).toBe(0);
    const deny = { name: 'no', effect: 'deny', condition_json: { title: 'never' } };
    const denied = await simulate({ policy: deny });
    expect(denied.allowed).toBe(0);
    // Not the fault of a deny that does not match.
    expect(denied.results[0].reason).toMatch(/no policy allows/);
  });
});

describe('a private type', () => {
  it('is open to keys, owners and admins like any other', async () => {
    const id = await createObject(api, { title: 'x' });
    for (const role of ['owner', 'admin']) {
      const { client } = await createUser(api, { role });
      expect([role, (await client.get(`${notes}/${id}`)).status]).toEqual([role, 200]);
    }
    expect((await key.get(`${notes}/${id}`)).status).toBe(200);
    expect((await key.get(`${notes}/list`)).body.data.total).toBeGreaterThan(0);
    expect((await key.post(notes, { properties: {} })).status).toBe(201);
    expect((await key.patch(`${notes}/${id}`, { properties: { title: 'y' } })).status).toBe(200);
    expect((await key.delete(`${notes}/${id}`)).status).toBe(200);
  });

  it('is closed to an administrator who uses as_user', async () => {
    const id = await createObject(api, {});
    const seen = await api.get(`${notes}/${id}?as_user=${callers.user.id}`);
    expect(seen.status).toBe(404);
    const made = await api.post(`${notes}?as_user=${callers.user.id}`, { properties: {} });
    expect(made.body.error).toMatchObject({ code: 'POLICY_DENIED' });
    // It is no single deny that stands in the way.
    expect(made.body.error.details).not.toHaveProperty('policy_id');
  });

  it('stays hidden from users, but not from keys, in the feed when it is deleted', async () => {
    await api.post(types, { name: 'gone' });
    await createObject(api, { word: 'hush' }, 'gone');
    const { body } = await api.delete(`${types}/gone`);
    await api.delete(`${types}/gone?force=true&confirm_token=${body.error.confirm_token}`);
    await settle(server.db);
    const feed = async (client: Client) =>
      JSON.stringify((await client.get('/v1/changes?types=object.*&limit=1000')).body);
    expect(await feed(callers.user.client)).not.toContain('hush');
    expect(await feed(key)).toContain('hush');
  });

  it('hides the files of its objects', async () => {
    const id = await createObject(api, {});
    const { id: file } = await upload(api, 'text', 'a.txt', {
      access: 'authenticated',
      object_type_id: 'notes',
      object_id: id,
    });
    const path = `/v1/files/${file}`;
    const { client } = callers.user;
    expect((await client.get(path)).status).toBe(404);
    expect((await client.post('/v1/files/search', {})).body.data.total).toBe(0);
    await createPolicy(api, { condition_json: null });
    expect((await client.get(path)).status).toBe(200);
  });
});
