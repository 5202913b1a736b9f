import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { uploadText } from '../support/seed-files.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser, type SignedUp } from '../support/users.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);
let ada: SignedUp;
let bob: SignedUp;
beforeAll(async () => {
  [ada, bob] = [await createUser(api), await createUser(api)];
});

const collections = '/v1/files/collections';

async function make(client: Client = api, fields: object = {}): Promise<string> {
  const { status, body } = await client.post(collections, { name: 'Brochure', ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.collection_id;
}

const upload = async (name: string, access = 'private', client: Client = api): Promise<string> =>
  (await uploadText(client, name, { access })).id;

const add = (id: string, file_ids: unknown, client: Client = api) =>
  client.post(`${collections}/${id}/items`, { file_ids });

async function names(id: string, query = '', client: Client = api): Promise<string[]> {
  const { body } = await client.get(`${collections}/${id}/items${query}`);
  return body.data.map(({ filename }: { filename: string }) => filename);
}

/** Status and code of a refusal. */
const no = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};

describe('a collection', () => {
  it('is created, read, changed and deleted, while its files stay', async () => {
    const cover = await upload('cover.txt');
    const fields = { name: 'Brochure', description: 'Spring' };
    const { body } = await api.post(collections, { ...fields, cover_file_id: cover });
    const id = body.data.collection_id;
    expect(body.data).toMatchObject({
      ...fields,
      id: expect.stringMatching(/^fcol_[0-9a-f]{32}$/),
      cover_file_id: cover,
      item_count: 0,
      created_by: null,
    });
    expect((await api.get(`${collections}/${id}`)).body.data).toEqual(body.data);
    await add(id, [cover]);

    const changed = await api.patch(`${collections}/${id}`, { name: 'X', description: null });
    expect(changed.body.data).toMatchObject({
      collection_id: id,
      name: 'X',
      description: null,
      cover_file_id: cover,
      item_count: 1,
    });
    const bare = await api.patch(`${collections}/${id}`, { cover_file_id: null });
    expect(bare.body.data).toMatchObject({ name: 'X', cover_file_id: null });

    const gone = await api.delete(`${collections}/${id}`);
    expect(gone.body.data).toEqual({ collection_id: id, deleted: true });
    expect((await api.get(`/v1/files/${cover}`)).status).toBe(200);
    for (const call of [
      api.get(`${collections}/${id}`),
      api.patch(`${collections}/${id}`, { name: 'Y' }),
      api.delete(`${collections}/${id}`),
      api.get(`${collections}/${id}/items`),
      add(id, [cover]),
      api.post(`${collections}/${id}/order`, { file_ids: [cover] }),
      api.delete(`${collections}/${id}/items/${cover}`),
    ])
      expect(await no(call)).toEqual([404, 'NOT_FOUND']);
  });

  it('is listed newest first, with the number in X-Total-Count', async () => {
    const other = await createTenant(server);
    const ids = [await make(other), await make(other), await make(other)].toReversed();
    const listed = async (query = '') => {
      const { headers, body } = await other.get(collections + query);
      expect(headers.get('x-total-count')).toBe('3');
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await listed()).toEqual(ids);
    expect(await listed('?limit=1&offset=1')).toEqual([ids[1]]);
  });

  it('has a name of 1 to 200 characters, a description of up to 2,000, and an existing cover', async () => {
    const id = await make();
    for (const fields of [
      { name: '' },
      { name: '  ' },
      { name: 'x'.repeat(201) },
      { name: null },
      { description: 'x'.repeat(2001) },
      { cover_file_id: 7 },
    ]) {
      expect(await no(api.patch(`${collections}/${id}`, fields))).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
    }
    for (const fields of [{}, { name: 7 }, { name: 'x', description: 7 }])
      expect(await no(api.post(collections, fields))).toEqual([400, 'VALIDATION_ERROR']);
    const trashed = await upload('trashed.txt');
    await api.delete(`/v1/files/${trashed}`);
    for (const cover_file_id of ['file_0', trashed])
      expect(await no(api.patch(`${collections}/${id}`, { cover_file_id }))).toEqual([
        404,
        'NOT_FOUND',
      ]);
  });

  it('is refused beyond 1,000 per tenant', async () => {
    const full = await createTenant(server);
    await server.db.query(
      `insert into app.file_collections (tenant_id, id, name)
       select $1, 'fcol_' || n, 'x' from generate_series(1, 999) n`,
      [full.tenant.id],
    );
    const id = await make(full);
    const { status, body } = await full.post(collections, { name: 'x' });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'INVALID_STATE', details: { max: 1000 } });
    await full.delete(`${collections}/${id}`);
    await make(full);
  });
});

describe('the files of a collection', () => {
  it('are added once each, after the existing ones, and unknown ids are left out', async () => {
    const id = await make();
    const [a, b, c] = [await upload('a'), await upload('b'), await upload('c')];
    const other = await createTenant(server);
    const foreign = (await uploadText(other, 'foreign')).id;
    expect((await add(id, [b, foreign, 'file_0', a, b])).body.data).toEqual({
      collection_id: id,
      added: 2,
    });
    expect((await add(id, [a, c])).body.data.added).toBe(1);
    expect((await add(id, [a, c])).body.data.added).toBe(0);
    const { headers, body } = await api.get(`${collections}/${id}/items`);
    expect(headers.get('x-total-count')).toBe('3');
    const record = (await api.get(`/v1/files/${b}`)).body.data;
    const { filename, mime_type, size_bytes, access, folder, created_at } = record;
    const shown = { file_id: b, filename, mime_type, size_bytes, access, folder, created_at };
    expect(body.data[0]).toEqual({ ...shown, sort_order: 1, added_at: expect.any(String) });
    expect(await names(id)).toEqual(['b', 'a', 'c']);
    expect(await names(id, '?limit=1&offset=1')).toEqual(['a']);
    expect(await names(id, '?offset=9')).toEqual([]);
    // None of their files was attached, and they find none of this tenant's.
    for (const call of [
      other.get(`${collections}/${id}/items`),
      add(id, [foreign], other),
      other.delete(`${collections}/${id}`),
      other.post(collections, { name: 'x', cover_file_id: a }),
    ])
      expect(await no(call)).toEqual([404, 'NOT_FOUND']);
  });

  it('can be reordered: those named come first, the others keep their order', async () => {
    const id = await make();
    const ids = [await upload('a'), await upload('b'), await upload('c'), await upload('d')];
    await add(id, ids);
    const order = async (...file_ids: (string | undefined)[]) =>
      (await api.post(`${collections}/${id}/order`, { file_ids })).body.data;
    expect(await order(ids[3], 'file_0', ids[1], ids[3])).toEqual({ collection_id: id, moved: 3 });
    expect(await names(id)).toEqual(['d', 'b', 'a', 'c']);
    expect((await order(ids[3])).moved).toBe(0);
    await add(id, [await upload('e')]);
    expect(await names(id)).toEqual(['d', 'b', 'a', 'c', 'e']);
  });

  it('can be removed and stay files, and are hidden while in the trash', async () => {
    const id = await make();
    const [a, b] = [await upload('a'), await upload('b')];
    await add(id, [a, b]);
    await api.delete(`/v1/files/${a}`);
    expect(await names(id)).toEqual(['b']);
    expect((await api.get(`${collections}/${id}`)).body.data.item_count).toBe(1);
    await api.post(`/v1/files/${a}/restore`);
    expect(await names(id)).toEqual(['a', 'b']);
    const path = `${collections}/${id}/items/${a}`;
    expect((await api.delete(path)).body.data).toEqual({
      collection_id: id,
      file_id: a,
      removed: true,
    });
    expect(await no(api.delete(path))).toEqual([404, 'NOT_FOUND']);
    expect((await api.get(`/v1/files/${a}`)).status).toBe(200);
  });

  it('are up to 100 per request and 10,000 in all', async () => {
    const id = await make();
    for (const [file_ids, code] of [
      [Array(101).fill('file_0'), 'BATCH_TOO_LARGE'],
      [[], 'VALIDATION_ERROR'],
      [[7], 'VALIDATION_ERROR'],
      ['file_0', 'VALIDATION_ERROR'],
      [undefined, 'VALIDATION_ERROR'],
    ])
      expect(await no(add(id, file_ids))).toEqual([400, code]);
    const [last, more] = [await upload('last'), await upload('more')];
    await server.db.query(
      `with many as (
        insert into app.files (tenant_id, id, filename, mime_type, size_bytes, storage_key, created_at, updated_at)
        select $1::app.id, 'file_m' || n, 'x', 'text/plain', 1, 'x', now(), now()
        from generate_series(1, 9999) n returning id)
      insert into app.file_collection_items (tenant_id, collection_id, file_id, sort_order)
      select $1::app.id, $2::app.id, m.id, 5 from many m`,
      [api.tenant.id, id],
    );
    // As autovacuum does after so many rows: plans made for empty tables end.
    await server.db.query('analyze app.files, app.file_collection_items');
    expect((await add(id, [last])).body.data.added).toBe(1);
    const { status, body } = await add(id, [last, more]);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'INVALID_STATE', details: { max: 10_000 } });
    const { moved } = (await api.post(`${collections}/${id}/order`, { file_ids: [last] })).body
      .data;
    expect(moved).toBeGreaterThan(9_990);
    expect(await names(id, '?limit=1')).toEqual(['last']);
    expect((await api.get(`${collections}/${id}`)).body.data.item_count).toBe(10_000);
  });
});

describe('file collections', () => {
  it('can be read by users with files:read, each seeing their own visible files', async () => {
    const id = await make();
    const [hidden, seen] = [await upload('hidden'), await upload('seen', 'authenticated')];
    const own = await upload('own', 'private', ada.client);
    await add(id, [hidden, own, seen]);
    await api.patch(`${collections}/${id}`, { cover_file_id: own });
    const counted = async (client: Client) => {
      const { item_count, cover_file_id } = (await client.get(`${collections}/${id}`)).body.data;
      return [item_count, cover_file_id];
    };
    expect([await names(id), await counted(api)]).toEqual([
      ['hidden', 'own', 'seen'],
      [3, own],
    ]);
    expect([await names(id, '', ada.client), await counted(ada.client)]).toEqual([
      ['own', 'seen'],
      [2, own],
    ]);
    expect([await names(id, '', bob.client), await counted(bob.client)]).toEqual([
      ['seen'],
      [1, null],
    ]);
    const headers = (await bob.client.get(`${collections}/${id}/items`)).headers;
    expect(headers.get('x-total-count')).toBe('1');
    await api.post('/v1/roles', { name: 'clerk', permissions: ['objects:read'] });
    const clerk = (await createUser(api, { role: 'clerk' })).client;
    for (const path of [collections, `${collections}/${id}`, `${collections}/${id}/items`])
      expect(await no(clerk.get(path))).toEqual([403, 'FORBIDDEN']);
  });

  it('can be changed by their author, managers and keys with the scope files, with what they see', async () => {
    const id = await make(ada.client);
    const hidden = await upload('hidden');
    const mine = await upload('mine', 'private', ada.client);
    expect((await add(id, [hidden, mine], ada.client)).body.data.added).toBe(1);
    // Another user put it there: it is not there for her.
    await add(id, [hidden]);
    for (const call of [
      ada.client.patch(`${collections}/${id}`, { cover_file_id: hidden }),
      ada.client.delete(`${collections}/${id}/items/${hidden}`),
    ])
      expect(await no(call)).toEqual([404, 'NOT_FOUND']);
    const changes = (client: Client) => [
      client.patch(`${collections}/${id}`, { name: 'Y' }),
      add(id, [mine], client),
      client.post(`${collections}/${id}/order`, { file_ids: [mine] }),
      client.delete(`${collections}/${id}/items/${mine}`),
      client.delete(`${collections}/${id}`),
    ];
    for (const call of changes(bob.client)) expect(await no(call)).toEqual([403, 'FORBIDDEN']);
    const reader = await api.withKey(['read', 'write']);
    for (const call of [...changes(reader), reader.post(collections, { name: 'x' })])
      expect(await no(call)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    await api.post('/v1/roles', { name: 'librarian', permissions: ['files:manage'] });
    const librarian = (await createUser(api, { role: 'librarian' })).client;
    const named = await librarian.patch(`${collections}/${id}`, { name: 'Z' });
    expect(named.body.data).toMatchObject({ name: 'Z', created_by: ada.user.id, item_count: 2 });
    const key = await api.withKey(['files']);
    expect((await key.delete(`${collections}/${id}`)).status).toBe(200);
  });
});
