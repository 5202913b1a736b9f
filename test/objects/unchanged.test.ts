import { beforeAll, describe, expect, it } from 'vitest';
import { createForm, send } from '../forms/support.ts';
import { dataOf } from '../graphql/ask.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let type: DefinedType;
let form: string;
beforeAll(async () => {
  type = await defineType(
    api,
    {
      email: { data_type: 'email', is_unique: true },
      name: 'string',
      size: 'integer',
      seen: 'datetime',
      extra: 'json',
      level: { data_type: 'integer', default_value: 1 },
    },
    { name: 'cards' },
  );
  form = (
    await createForm(api, {
      object_type_id: type.id,
      fields: [
        { name: 'email', type: 'email', property: 'email' },
        { name: 'name', property: 'name' },
      ],
      settings: { dedupe_on: 'email' },
    })
  ).id;
});

let made = 0;
async function create() {
  const properties = {
    ...{ email: `card${++made}@example.com`, name: 'Ada', size: 3, seen: '2026-01-02T03:04:05Z' },
    ...{ extra: { a: [1, { b: null }] }, free: 'x' },
  };
  const { data } = (await api.post(type.path, { properties })).body;
  return { id: data.id as string, path: `${type.path}/${data.id}`, properties: data.properties };
}
type Card = Awaited<ReturnType<typeof create>>;

/** Everything stored of an object: the record with its tag, its versions, and what the journal holds of it. */
async function traces({ id, path }: Card) {
  const { headers, body } = await api.get(path);
  const versions = (await api.get(`${path}/versions`)).body.data;
  const { logs } = (await api.get(`/v1/audit-logs?resource_id=${id}`)).body.data;
  return { etag: headers.get('etag'), data: body.data, versions, logs: logs.length };
}

/** Each way to write an object, with some properties of it. */
const ways: Record<string, (card: Card, properties: Record<string, unknown>) => Promise<unknown>> =
  {
    PATCH: ({ path }, properties) => api.patch(path, { properties }),
    'batch/update': ({ id }, properties) =>
      api.post(`${type.path}/batch/update`, { updates: [{ object_id: id, properties }] }),
    'batch/update, one by one': ({ id }, properties) =>
      api.post(`${type.path}/batch/update?atomic=false`, {
        updates: [{ object_id: id, properties }],
      }),
    'batch/upsert': ({ properties: { email } }, properties) =>
      api.post(`${type.path}/batch/upsert`, {
        match_on: 'email',
        objects: [{ properties: { email, ...properties } }],
      }),
    'a transaction': ({ path }, properties) =>
      api.post('/v1/transaction', { requests: [{ method: 'PATCH', path, body: { properties } }] }),
    GraphQL: ({ id }, properties) =>
      dataOf(
        api,
        'mutation ($id: ID!, $p: JSON!) { updateCard(id: $id, properties: $p) { version } }',
        { id, p: properties },
      ),
    'an import': ({ properties: { email } }, properties) =>
      api.post('/v1/data/import', {
        object_type_id: type.name,
        mode: 'upsert',
        match_on: ['email'],
        rows: [{ email, ...properties }],
      }),
    SQL: ({ id }, { name }) =>
      api.post('/v1/sql', {
        sql: 'update cards set name = $1 where id = $2',
        params: [name, id],
        allow_write: true,
      }),
    'a form with dedupe_on': ({ properties: { email } }, { name }) =>
      send(api, form, { email, name }),
  };

describe('an object that is written with the values that it has', () => {
  it.each(Object.entries(ways))('by %s stays as it is', async (_, write) => {
    const card = await create();
    const before = await traces(card);
    const answer = await write(card, { name: 'Ada' });
    if (answer && typeof answer === 'object' && 'status' in answer)
      expect([200, 201]).toContain(answer.status);
    expect(await traces(card)).toEqual(before);
    await write(card, { name: 'Bea' });
    const after = await traces(card);
    expect([after.data.version, after.versions.length, after.logs]).toEqual([
      2,
      before.versions.length + 1,
      before.logs + 1,
    ]);
  });

  it('answers 200 with the record and the same ETag', async () => {
    const card = await create();
    const before = await traces(card);
    for (const properties of [{}, { size: 3.0 }, { missing: null }, card.properties]) {
      const { status, headers, body } = await api.patch(card.path, { properties });
      expect([status, headers.get('etag'), body.data]).toEqual([200, before.etag, before.data]);
    }
    const seen = await api.patch(card.path, { properties: { seen: '2026-01-02T04:04:05+01:00' } });
    expect(seen.headers.get('etag')).toBe(before.etag);
    expect(await traces(card)).toEqual(before);
  });

  it('still has to be the version that was expected', async () => {
    const card = await create();
    const properties = { name: 'Ada' };
    expect((await api.patch(card.path, { properties, version: 2 })).status).toBe(409);
    const stale = await api.patch(card.path, { properties }, { 'if-match': '"2"' });
    expect(stale.status).toBe(412);
  });

  it('by the restore of a version that holds the same stays as it is', async () => {
    const card = await create();
    await api.patch(card.path, { properties: { name: 'Bea' } });
    await api.patch(card.path, { properties: { name: 'Ada' } });
    const before = await traces(card);
    const same = await api.post(`${card.path}/versions/1/restore`);
    expect([same.status, same.body.data.version]).toEqual([200, 3]);
    expect(await traces(card)).toEqual(before);
    const other = await api.post(`${card.path}/versions/2/restore`);
    expect(other.body.data).toMatchObject({ version: 4, properties: { name: 'Bea' } });
  });

  it('among others that change stays as it is, and the order of the answer holds', async () => {
    const cards = [await create(), await create(), await create(), await create()];
    const names = ['Ada', 'Bea', 'Ada', 'Cy'];
    const { body } = await api.post(`${type.path}/batch/update`, {
      updates: cards.map(({ id }, at) => ({ object_id: id, properties: { name: names[at] } })),
    });
    expect(body.data).toEqual(
      cards.map(({ id }, at) => ({ object_id: id, version: names[at] === 'Ada' ? 1 : 2 })),
    );
    const found = await api.post(`${type.path}/search`, {
      filters: [{ property: 'name', operator: 'in', value: ['Bea', 'Cy'] }],
    });
    expect(found.body.data.results.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([cards[1]?.id, cards[3]?.id]),
    );
    const { tx_id } = (await api.get(`${cards[1]?.path}/versions`)).body.data[0];
    expect(tx_id).toEqual(expect.any(String));
  });
});

it('an association that is put with the meta that it has stays as it is', async () => {
  const [from, to] = [await create(), await create()];
  const path = `${from.path}/associations/knows/cards/${to.id}`;
  const first = await api.put(path, { meta: { since: 2020 } });
  const again = await api.put(path, { meta: { since: 2020 } });
  expect([again.status, again.body.data]).toEqual([200, first.body.data]);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  const { logs } = (await api.get(`/v1/audit-logs?resource_id=${first.body.data.id}`)).body.data;
  expect(logs).toHaveLength(1);
});
