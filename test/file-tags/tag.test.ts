import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { uploadText } from '../support/seed-files.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser, type SignedUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let ada: SignedUp;
let bob: SignedUp;
beforeAll(async () => {
  [ada, bob] = [await createUser(api), await createUser(api)];
});

const tags = '/v1/files/tags';
let count = 0;

async function make(client: Client = api, name = `tag ${++count}`): Promise<string> {
  const { status, body } = await client.post(tags, { name });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.tag_id;
}

const put = (file: string, tag_ids: unknown, client: Client = api) =>
  client.post(`/v1/files/${file}/tags`, { tag_ids });

/** Status and code of a refusal. */
const no = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};

describe('a file tag', () => {
  it('is created, changed, listed newest first and deleted', async () => {
    const tenant = await createTenant(server);
    const { body } = await tenant.post(tags, { name: 'Harbour', color: '#00AAFF80' });
    const id = body.data.tag_id;
    expect(body.data).toEqual({
      id: expect.stringMatching(/^ftag_[0-9a-f]{32}$/),
      tag_id: id,
      name: 'Harbour',
      color: '#00aaff80',
      file_count: 0,
      created_by: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const second = await make(tenant, 'Plain');
    const { body: changed } = await tenant.patch(`${tags}/${id}`, { name: 'harbour' });
    expect(changed.data).toMatchObject({ tag_id: id, name: 'harbour', color: '#00aaff80' });
    const bare = await tenant.patch(`${tags}/${id}`, { color: null });
    expect(bare.body.data).toMatchObject({ name: 'harbour', color: null });
    const list = await tenant.get(tags);
    expect(list.headers.get('x-total-count')).toBe('2');
    expect(list.body.data.map(({ tag_id }: { tag_id: string }) => tag_id)).toEqual([second, id]);
    expect(list.body.data[1]).toEqual(bare.body.data);
    expect((await tenant.get(`${tags}?limit=1&offset=1`)).body.data).toEqual([bare.body.data]);
    expect((await tenant.delete(`${tags}/${id}`)).body.data).toEqual({ tag_id: id, deleted: true });
    for (const call of [
      tenant.delete(`${tags}/${id}`),
      tenant.patch(`${tags}/${id}`, {}),
      other.delete(`${tags}/${second}`),
      other.patch(`${tags}/${second}`, { name: 'x' }),
    ])
      expect(await no(call)).toEqual([404, 'NOT_FOUND']);
  });

  it('has a unique name in its tenant, regardless of case', async () => {
    const id = await make(api, 'Été');
    const second = await make();
    for (const call of [
      api.post(tags, { name: 'ÉTÉ' }),
      api.patch(`${tags}/${second}`, { name: 'été' }),
    ]) {
      const { status, body } = await call;
      expect([status, body.error.code, body.error.param]).toEqual([409, 'ALREADY_EXISTS', 'name']);
    }
    expect((await api.patch(`${tags}/${id}`, { name: 'ÉTÉ' })).body.data.name).toBe('ÉTÉ');
    await make(other, 'Été');
    const names = ['same', 'SAME', 'Same', 'sAME'];
    const race = await Promise.all(names.map((name) => api.post(tags, { name })));
    expect(race.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    {},
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { name: null },
    { name: 'x', color: 'blue' },
    { name: 'x', color: '#0af' },
    { name: 'x', color: '#00aaff8' },
    { name: 'x', color: 7 },
  ])('is refused as %j', async (fields) => {
    expect(await no(api.post(tags, fields))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is refused beyond 1,000 per tenant', async () => {
    const full = await createTenant(server);
    await server.db.query(
      `insert into app.file_tags (tenant_id, id, name)
       select $1, 'ftag_' || n, 'tag ' || n from generate_series(1, 999) n`,
      [full.tenant.id],
    );
    await make(full, 'last');
    const { status, body } = await full.post(tags, { name: 'one more' });
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'INVALID_STATE',
      { max: 1000 },
    ]);
  });
});

describe('a tag on a file', () => {
  it('is added once, shown with the file and removed, and unknown ids are left out', async () => {
    const file = (await uploadText(api, 'a.txt')).id;
    const [one, two] = [await make(), await make()];
    const foreign = await make(other);
    const etag = async () => (await api.get(`/v1/files/${file}`)).headers.get('etag') as string;
    const before = await etag();
    const answer = await put(file, [two, foreign, 'ftag_0', one, two]);
    expect(answer.body.data).toEqual({ file_id: file, tagged: 2 });
    expect((await put(file, [one, two])).body.data.tagged).toBe(0);
    const shown = async () => (await api.get(`/v1/files/${file}`)).body.data.tags;
    expect((await shown()).map(({ tag_id }: { tag_id: string }) => tag_id)).toEqual([one, two]);
    expect(await etag()).not.toBe(before);
    // If-Match guards it, as any change of the file.
    const late = { 'if-match': before };
    const path = `/v1/files/${file}/tags`;
    expect(await no(api.delete(`${path}/${one}`, undefined, late))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ]);
    expect((await api.delete(`${path}/${one}`)).body.data).toEqual({
      file_id: file,
      tag_id: one,
      removed: true,
    });
    for (const tag of [one, foreign, 'ftag_0'])
      expect(await no(api.delete(`${path}/${tag}`))).toEqual([404, 'NOT_FOUND']);
    await api.delete(`${tags}/${two}`);
    expect(await shown()).toEqual([]);
    for (const call of [
      put(file, [foreign], other),
      other.delete(`${path}/${foreign}`),
      put('file_0', [one]),
    ])
      expect(await no(call)).toEqual([404, 'NOT_FOUND']);
  });

  it('is one of up to 100, added up to 100 at a time', async () => {
    const file = (await uploadText(other, 'full.txt')).id;
    await server.db.query(
      `with many as (
        insert into app.file_tags (tenant_id, id, name)
        select $1::app.id, 'ftag_n' || n, 'n' || n from generate_series(1, 100) n returning id)
      insert into app.file_taggings (tenant_id, file_id, tag_id) select $1::app.id, $2::app.id, id from many`,
      [other.tenant.id, file],
    );
    const tag = await make(other);
    const { status, body } = await put(file, [tag], other);
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'INVALID_STATE',
      { max: 100 },
    ]);
    for (const [tag_ids, code] of [
      [Array(101).fill(tag), 'BATCH_TOO_LARGE'],
      [[], 'VALIDATION_ERROR'],
      ['ftag_0', 'VALIDATION_ERROR'],
      [[null], 'VALIDATION_ERROR'],
    ])
      expect(await no(put(file, tag_ids, other))).toEqual([400, code]);
  });

  it('is counted for users who see the file, and not while that is in the trash', async () => {
    const tag = await make(ada.client);
    const files = [
      (await uploadText(api, 'hidden')).id,
      (await uploadText(api, 'seen', { access: 'authenticated' })).id,
      (await uploadText(ada.client, 'hers')).id,
      (await uploadText(api, 'trashed')).id,
    ];
    for (const file of files) await put(file, [tag]);
    await api.delete(`/v1/files/${files[3]}`);
    const counted = async (client: Client) => {
      const { body } = await client.get(tags);
      return body.data.find(({ tag_id }: { tag_id: string }) => tag_id === tag).file_count;
    };
    expect([await counted(api), await counted(ada.client), await counted(bob.client)]).toEqual([
      3, 2, 1,
    ]);
  });
});

describe('permission to', () => {
  it('change a tag belongs to its author, managers, and keys with the scope files', async () => {
    const tag = await make(ada.client);
    for (const call of [
      bob.client.patch(`${tags}/${tag}`, { name: 'x' }),
      bob.client.delete(`${tags}/${tag}`),
    ])
      expect(await no(call)).toEqual([403, 'FORBIDDEN']);
    const reader = await api.withKey(['read', 'write']);
    for (const call of [
      reader.post(tags, { name: 'x' }),
      reader.patch(`${tags}/${tag}`, {}),
      reader.delete(`${tags}/${tag}`),
    ])
      expect(await no(call)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await reader.get(tags)).status).toBe(200);
    const changed = await ada.client.patch(`${tags}/${tag}`, { color: '#123456' });
    expect(changed.body.data).toMatchObject({ created_by: ada.user.id, color: '#123456' });
    const key = await api.withKey(['files']);
    expect((await key.delete(`${tags}/${tag}`)).status).toBe(200);
    await api.post('/v1/roles', { name: 'clerk', permissions: ['objects:read'] });
    const clerk = (await createUser(api, { role: 'clerk' })).client;
    expect(await no(clerk.get(tags))).toEqual([403, 'FORBIDDEN']);
    expect(await no(clerk.post(tags, { name: 'x' }))).toEqual([403, 'FORBIDDEN']);
  });

  it('tag a file belongs to those who may change it, with anyone’s tag, and others get 404 or 403', async () => {
    const tag = await make();
    const hers = (await uploadText(ada.client, 'hers')).id;
    const shared = (await uploadText(api, 'shared', { access: 'authenticated' })).id;
    expect((await put(hers, [tag], ada.client)).body.data.tagged).toBe(1);
    const untag = (file: string, client: Client) => client.delete(`/v1/files/${file}/tags/${tag}`);
    for (const call of [put(hers, [tag], bob.client), untag(hers, bob.client)])
      expect(await no(call)).toEqual([404, 'NOT_FOUND']);
    for (const call of [put(shared, [tag], bob.client), untag(shared, bob.client)])
      expect(await no(call)).toEqual([403, 'FORBIDDEN']);
    const reader = await api.withKey(['read', 'write']);
    for (const call of [put(hers, [tag], reader), untag(hers, reader)])
      expect(await no(call)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await untag(hers, ada.client)).status).toBe(200);
  });
});
