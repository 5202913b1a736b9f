import { beforeAll, describe, expect, it } from 'vitest';
import { createPolicy } from '../policies/support.ts';
import type { Answer, Client } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { fileForm } from '../support/seed-files.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser, type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
let ada: SignedUp;
const callers: Record<string, Client> = {};
/** Of the objects that files belong to: one that every user sees, one that policies hide from all of them. */
const objects: Record<string, string> = {};
const kinds = {
  private: ['private', undefined],
  authenticated: ['authenticated', undefined],
  public: ['public', undefined],
  'private of an object in sight': ['private', 'seen'],
  'authenticated of an object in sight': ['authenticated', 'seen'],
  'private of a hidden object': ['private', 'hidden'],
  'authenticated of a hidden object': ['authenticated', 'hidden'],
  'public of a hidden object': ['public', 'hidden'],
} as const;
type Kind = keyof typeof kinds;
const all = Object.keys(kinds) as Kind[];

beforeAll(async () => {
  const { path } = await defineType(api, { is_seen: 'boolean' }, { name: 'things' });
  await createPolicy(api, { action: 'select', condition_json: { is_seen: true } }, 'things');
  for (const is_seen of [true, false]) {
    const { body } = await api.post(path, { properties: { is_seen } });
    objects[is_seen ? 'seen' : 'hidden'] = body.data.id;
  }
  ada = await signUp(api);
  const manager = await signUp(api);
  const role = await api.post('/v1/roles', { name: 'librarian', permissions: ['files:manage'] });
  await api.post('/v1/roles/assign', { user_id: manager.user.id, role_id: role.body.data.id });
  callers['a key'] = await api.withKey(['read', 'files']);
  callers['a key for all'] = api;
  callers['an admin'] = (await createUser(api, { role: 'admin' })).client;
  callers['the uploader'] = ada.client;
  callers['another user'] = (await signUp(api)).client;
  callers['a manager'] = manager.client;
  callers['an anonymous user'] = api.as(
    (await api.as(undefined).post(`/v1/auth/anonymous?tenant_id=${api.tenant.id}`)).body.data
      .access_token,
  );
  callers['who has no token'] = api.as(undefined);
});

/** A file of each kind that ada has uploaded. @returns ids by kind */
async function uploadAll(): Promise<Record<Kind, string>> {
  const ids = {} as Record<Kind, string>;
  for (const [kind, [access, object]] of Object.entries(kinds)) {
    const body = fileForm(kind, `${kind}.txt`, { access, folder: 'shared' });
    const answer = await ada.client.send('POST', '/v1/files/upload', { body });
    ids[kind as Kind] = answer.body.data.id;
    if (object)
      await server.db.query(
        `update app.files f set object_type_id = o.object_type_id, object_id = o.id
         from app.objects o where f.tenant_id = $3 and f.id = $1 and o.tenant_id = f.tenant_id and o.id = $2`,
        [answer.body.data.id, objects[object], api.tenant.id],
      );
  }
  return ids;
}

const inSight: Kind[] = [
  'authenticated',
  'public',
  'authenticated of an object in sight',
  'public of a hidden object',
];
/** The files that each caller sees and may change; 403 and 401 for callers who may not ask at all. */
const table: Record<string, { sees: Kind[] | 401 | 403; changes: boolean }> = {
  // A key is bound by policies unless it holds *.
  'a key': {
    sees: all.filter((kind) => !/^(private|authenticated) of a hidden/.test(kind)),
    changes: true,
  },
  'a key for all': { sees: all, changes: true },
  'an admin': { sees: all, changes: true },
  'the uploader': { sees: all, changes: true },
  'another user': { sees: inSight, changes: false },
  'a manager': {
    sees: all.filter((kind) => !/^(private|authenticated) of a hidden/.test(kind)),
    changes: true,
  },
  'an anonymous user': { sees: 403, changes: false },
  'who has no token': { sees: 401, changes: false },
};

describe.each(Object.entries(table))('file access of %s', (name, { sees, changes }) => {
  let ids: Record<Kind, string>;
  let client: Client;
  const seen = (kind: Kind) => Array.isArray(sees) && sees.includes(kind);
  beforeAll(async () => {
    await server.db.query('delete from app.file_versions where tenant_id = $1', [api.tenant.id]);
    await server.db.query('delete from app.files where tenant_id = $1', [api.tenant.id]);
    ids = await uploadAll();
    client = callers[name] as Client;
  });
  const kindsOf = (files: { filename: string }[]) =>
    files.map(({ filename }) => filename.slice(0, -4)).toSorted();

  it('shows exactly the files that it should, everywhere', async () => {
    const file_ids = Object.values(ids);
    const ask = {
      get: client.get(`/v1/files/${ids.public}`),
      search: client.post('/v1/files/search', {}),
      read: client.post('/v1/files/batch/read', { file_ids }),
      folders: client.get('/v1/files/folders'),
      stats: client.get('/v1/files/stats'),
      trash: client.get('/v1/files/trash'),
    };
    const answers = Object.fromEntries(
      await Promise.all(Object.entries(ask).map(async ([key, call]) => [key, await call] as const)),
    ) as Record<keyof typeof ask, Answer>;
    if (!Array.isArray(sees)) {
      for (const { status } of Object.values(answers)) expect(status).toBe(sees);
      return;
    }
    expect(kindsOf(answers.search.body.data.results)).toEqual([...sees].toSorted());
    expect(answers.search.body.data.total).toBe(sees.length);
    expect(kindsOf(answers.read.body.data)).toEqual([...sees].toSorted());
    expect(answers.folders.body.data).toMatchObject([
      { folder: 'shared', file_count: sees.length },
    ]);
    const manages = changes && name !== 'the uploader';
    expect(answers.stats.body.data).toMatchObject({
      files: sees.length,
      used_bytes: manages ? expect.any(Number) : null,
    });
    for (const kind of all)
      expect([kind, (await client.get(`/v1/files/${ids[kind]}`)).status]).toEqual([
        kind,
        seen(kind) ? 200 : 404,
      ]);
  });

  it('permits exactly the changes that it should, one by one and in batches', async () => {
    const file_ids = Object.values(ids);
    const refused = Array.isArray(sees) ? undefined : sees;
    const change = { folder: 'moved' };
    for (const kind of all) {
      const { status } = await client.patch(`/v1/files/${ids[kind]}`, change);
      expect([kind, status]).toEqual([kind, refused ?? (!seen(kind) ? 404 : changes ? 200 : 403)]);
    }
    const count = changes && Array.isArray(sees) ? sees.length : 0;
    const updated = await client.post('/v1/files/batch/update', { file_ids, access: 'private' });
    expect(refused ? updated.status : updated.body.data).toEqual(refused ?? { updated: count });
    const gone = await client.post('/v1/files/batch/delete', { file_ids });
    const left = await client.get('/v1/files/trash');
    if (refused) return expect([gone.status, left.status]).toEqual([refused, refused]);
    // Public files of a hidden object are private now: only its uploader still sees that.
    const still = name === 'a key' || name === 'a manager' ? count - 1 : count;
    expect([gone.body.data.count, left.body.data.total]).toEqual([still, still]);
    const { status, body } = await client.delete('/v1/files/trash');
    expect([status, body.error?.dependencies?.[0].count ?? body.data.count]).toEqual(
      still > 0 ? [409, still] : [200, 0],
    );
  });
});

it('a user’s trash is not emptied by another user who can see part of it', async () => {
  const ids = await uploadAll();
  await ada.client.post('/v1/files/batch/delete', { file_ids: Object.values(ids) });
  const other = callers['another user'] as Client;
  expect((await other.get('/v1/files/trash')).body.data.total).toBe(inSight.length);
  expect((await other.delete('/v1/files/trash')).body.data).toEqual({ deleted: true, count: 0 });
  const { body } = await ada.client.delete('/v1/files/trash');
  expect(body.error.dependencies).toMatchObject([{ type: 'file', count: all.length }]);
  const path = `/v1/files/trash?confirm_token=${body.error.confirm_token}`;
  expect((await other.delete(path)).body.data.count).toBe(0);
  expect((await ada.client.delete(path)).body.data).toEqual({ deleted: true, count: all.length });
});
