import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'notes' });
  const properties = [
    { name: 'title', data_type: 'string' },
    { name: 'body', data_type: 'richtext' },
    { name: 'author', data_type: 'email' },
    { name: 'state', data_type: 'enum', enum_values: ['draft', 'final'] },
    { name: 'rank', data_type: 'integer', is_indexed: true },
  ];
  for (const property of properties) await api.post('/v1/object-types/notes/properties', property);
});

const create = async (properties: object, type = 'notes'): Promise<string> =>
  (await api.post(`/v1/objects/${type}`, { properties })).body.data.id;
const search = async (request: object, type = 'notes') =>
  (await api.post(`/v1/objects/${type}/search`, request)).body;
const found = async (query: string, more: object = {}): Promise<string[]> =>
  (await search({ query, ...more })).data.results.map(({ id }: { id: string }) => id);

describe('the words of a search', () => {
  it('are found in any text, but not in enums and numbers, with web search syntax', async () => {
    const both = await create({
      title: 'Red fox',
      body: '<p>jumps over the <b>lazy</b> dog</p>',
      state: 'draft',
    });
    const one = await create({ title: 'Blue fox', author: 'fox@example.com', rank: 77 });
    expect(await found('fox')).toEqual(expect.arrayContaining([one, both]));
    expect(await found('FOX lazy')).toEqual([both]);
    expect(await found('fox -lazy')).toEqual([one]);
    expect((await found('lazy or blue')).toSorted()).toEqual([both, one].toSorted());
    expect(await found('"jumps over"')).toEqual([both]);
    expect(await found('"over jumps"')).toEqual([]);
    expect(await found('fox@example.com')).toEqual([one]);
    expect(await found('draft')).toEqual([]);
    expect(await found('77')).toEqual([]);
    expect(await found('b')).toEqual([]);
    expect(await found('!!! ... ---')).toEqual([]);
    expect(await found("' & | ! <-> :* (")).toEqual([]);
  });

  it('follow changes, the trash, restores and permanent deletes', async () => {
    const id = await create({ title: 'wanderer' });
    const path = `/v1/objects/notes/${id}`;
    await api.patch(path, { properties: { title: 'settler' } });
    expect([await found('wanderer'), await found('settler')]).toEqual([[], [id]]);
    await api.patch(path, { properties: { body: 'a long life' } });
    expect(await found('settler life')).toEqual([id]);
    await api.delete(path);
    expect(await found('settler')).toEqual([]);
    await api.post(`${path}/restore`, {});
    expect(await found('settler')).toEqual([id]);
    await api.post(`${path}/versions/1/restore`, {});
    expect([await found('settler'), await found('wanderer')]).toEqual([[], [id]]);
    await api.post('/v1/objects/notes/batch/delete', { object_ids: [id], permanent: true });
    expect(await found('wanderer')).toEqual([]);
    const { rows } = await server.db.query('select from app.object_search where object_id = $1', [
      id,
    ]);
    expect(rows).toEqual([]);
  });

  it('in long texts, and in texts that are not words, are indexed as far as possible', async () => {
    const long = `${'lorem '.repeat(30_000)}ultimate`;
    const id = await create({ body: `first ${long}`, title: 'x'.repeat(9000) });
    expect(await found('first lorem')).toEqual([id]);
    const words = Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(' ');
    expect(await found('w5')).toEqual([]);
    const many = await create({ body: words });
    expect(await found('w5')).toEqual([many]);
  });

  it('match only objects of this tenant', async () => {
    const other = await createTenant(server);
    await other.post('/v1/object-types', { name: 'notes' });
    await other.post('/v1/objects/notes', { properties: { title: 'zebra' } });
    expect(await found('zebra')).toEqual([]);
  });
});

describe('the best match of a search', () => {
  it('comes first, and pages by rank contain every match once', async () => {
    for (let i = 0; i < 5; i++)
      await api.post('/v1/objects/notes/batch/create', {
        objects: Array.from({ length: 9 }, (_, j) => ({
          properties: { title: 'quokka '.repeat(1 + ((i + j) % 4)), rank: i * 9 + j },
        })),
      });
    const seen: { id: string; title: string }[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await search({ query: 'quokka', limit: 10, cursor });
      expect([data.total, data.total_relation]).toEqual([45, 'eq']);
      seen.push(
        ...data.results.map((each: { id: string; properties: { title: string } }) => ({
          id: each.id,
          title: each.properties.title,
        })),
      );
      cursor = data.next_cursor ?? undefined;
    } while (cursor);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(45);
    const lengths = seen.map(({ title }) => title.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(await found('quokka', { filters: { rank: { lt: 3 } } })).toHaveLength(3);
    const sorted = (await search({ query: 'quokka', sort: 'rank', order: 'desc', limit: 2 })).data;
    expect(
      sorted.results.map((each: { properties: { rank: number } }) => each.properties.rank),
    ).toEqual([44, 43]);
    expect(sorted.total).toBe(45);
  });

  it('is shown with its words marked, as safe HTML', async () => {
    const id = await create({
      title: 'platypus <img src=x onerror=alert(1)> & co',
      body: 'no such word',
    });
    const { data } = await search({ query: 'platypus', highlight: true });
    expect(data.results).toHaveLength(1);
    expect(data.results[0]).toMatchObject({
      id,
      highlight: { title: expect.stringContaining('<mark>platypus</mark>') },
    });
    expect(data.results[0].highlight.title).not.toContain('<img');
    expect(Object.keys(data.results[0].highlight)).toEqual(['title']);
  });
});

describe('a page of search results', () => {
  it('has highlights only on request', async () => {
    for (const body of [
      { include: ['associations', 'files'] },
      { include: ['files'], query: 'platypus' },
      { properties: ['title'], query: 'platypus', highlight: false },
      { include: ['associations'], highlight: true },
    ])
      for (const result of (await search(body)).data.results)
        expect(result).not.toHaveProperty('highlight');
    const asked = { include: ['files'], query: 'platypus', highlight: true };
    expect((await search(asked)).data.results[0].highlight).toHaveProperty('title');
  });

  it('can be limited to some properties, and go without a total', async () => {
    await create({ title: 'numbat', body: 'long', rank: 1 });
    const { data } = await search({
      query: 'numbat',
      properties: ['title', 'rank'],
      count: 'none',
    });
    expect(data.total).toBeNull();
    expect(data).not.toHaveProperty('total_relation');
    expect(data.results[0].properties).toEqual({ title: 'numbat', rank: 1 });
    expect(data.results[0]).toHaveProperty('version', 1);
    const { error } = await search({ properties: ['title', 'nope'] });
    expect([error.code, error.param]).toEqual(['UNKNOWN_PROPERTY', 'properties']);
  });

  it('has a cursor for exactly this search of this tenant', async () => {
    const request = { filters: { rank: { gte: 0 } }, sort: 'rank', limit: 2 };
    const { data } = await search(request);
    const other = await createTenant(server);
    await other.post('/v1/object-types', { name: 'notes' });
    await other.post('/v1/object-types/notes/properties', { name: 'rank', data_type: 'integer' });
    const cursor = data.next_cursor;
    expect((await search({ ...request, cursor })).data.results).toHaveLength(2);
    for (const [client, changed] of [
      [api, { filters: { rank: { gte: 1 } } }],
      [api, { sort: 'id' }],
      [api, { order: 'desc' }],
      [api, { query: 'quokka' }],
      [api, { cursor: `${cursor.slice(0, -2)}xx` }],
      [api, { cursor: 'null' }],
      [other, {}],
    ] as const) {
      const answer = await client.post('/v1/objects/notes/search', {
        ...request,
        cursor,
        ...changed,
      });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
    }
  });

  it.each([
    ['limit', 0],
    ['limit', 101],
    ['limit', -1],
    ['limit', 1e9],
    ['limit', 1.5],
    ['limit', 'abc'],
    ['limit', []],
    ['order', 'up'],
    ['count', 'all'],
    ['include', ['secrets']],
    ['query', ''],
    ['query', 'x'.repeat(1001)],
    ['sort', ''],
    ['properties', []],
    ['highlight', 'yes'],
  ])('refuses %s: %j', async (name, value) => {
    const { status, body } = await api.post('/v1/objects/notes/search', { [name]: value });
    expect([status, body.error.code, body.error.param.split('[')[0]]).toEqual([
      400,
      'VALIDATION_ERROR',
      name,
    ]);
  });

  it.each(['id;drop table', '__proto__', 'nope', 'properties'])(
    'refuses to sort by %s',
    async (sort) => {
      expect((await search({ sort })).error).toMatchObject({
        code: 'UNKNOWN_PROPERTY',
        param: 'sort',
      });
    },
  );
});

it('a search requires the scope read and a type of this tenant', async () => {
  const other = await createTenant(server);
  const files = await api.withKey(['files']);
  expect((await files.post('/v1/objects/notes/search', {})).status).toBe(403);
  expect((await (await api.withKey(['read'])).post('/v1/objects/notes/search', {})).status).toBe(
    200,
  );
  expect((await other.post('/v1/objects/notes/search', {})).status).toBe(404);
  expect((await api.as(undefined).post('/v1/objects/notes/search', {})).status).toBe(401);
});

it('a search counts up to 10,000 matches where one index answers, otherwise up to 1,000', async () => {
  const { body } = await api.post('/v1/object-types', { name: 'many' });
  for (const name of ['n', 'm'])
    await api.post('/v1/object-types/many/properties', {
      name,
      data_type: 'integer',
      is_indexed: name === 'n',
    });
  await seedObjects(
    server.db,
    body.data.id,
    10_020,
    `jsonb_build_object('n', i, 'm', i, 'word', 'common')`,
  );
  const totals = async (request: object) => {
    const { data } = await search({ limit: 1, ...request }, 'many');
    return [data.total, data.total_relation];
  };
  const exact = { count: 'exact' };
  for (const [name, more] of [['n'], ['n', exact], ['m', exact]] as const) {
    const found = (range: object) => totals({ filters: { [name]: range }, ...more });
    expect(await found({ lte: 10_000 })).toEqual([10_000, 'eq']);
    expect(await found({ lt: 10_002 })).toEqual([10_000, 'gte']);
    expect(await found({ gt: 10_010 })).toEqual([10, 'eq']);
    expect(await found({ gt: 15, lt: 9_000, lte: 8_500 })).toEqual([8_485, 'eq']);
  }
  expect(await totals({ filters: { m: { lte: 1_000 } } })).toEqual([1_000, 'eq']);
  expect(await totals({ filters: { m: { lt: 9_000 } } })).toEqual([1_000, 'gte']);
  expect(await totals({ filters: { m: { gt: 10_010 } } })).toEqual([10, 'eq']);
  expect(await totals({})).toEqual([10_020, 'eq']);
  for (const sort of [{}, { sort: 'n' }]) {
    expect(await totals({ query: 'common', ...sort })).toEqual([1_000, 'gte']);
    expect(await totals({ query: 'common', ...exact, ...sort })).toEqual([10_000, 'gte']);
  }
  const last = await search({ query: 'common', sort: 'n', order: 'desc', limit: 1 }, 'many');
  expect(last.data.results[0].properties.n).toBe(10_020);
});
