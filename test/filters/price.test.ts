import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);
let things: DefinedType;
/** A type that counts as many objects as it says, and holds two. */
let counted: DefinedType;
const there = 20_000;

const properties = {
  name: 'string',
  city: 'string',
  bio: 'text',
  owner: { data_type: 'string', is_indexed: true },
  rank: { data_type: 'integer', is_indexed: true },
  price: 'currency',
};

beforeAll(async () => {
  things = await defineType(api, properties);
  await seedObjects(
    server.db,
    things.id,
    there,
    `jsonb_build_object('name', 'Thing ' || i, 'city', 'City ' || i % 20, 'owner', 'o' || i % 2000, 'rank', i)`,
  );
  counted = await defineType(api, properties);
  for (const name of ['a', 'b'])
    await api.post(counted.path, { properties: { name, price: { amount: '1', currency: 'EUR' } } });
});

async function say(live: number): Promise<void> {
  await server.db.query(
    `update app.object_counts set live = case slot when 0 then $2::bigint else 0 end where object_type_id = $1`,
    [counted.id, live],
  );
}

/** As an anonymous visitor sent it, 2.8 kB; one less than there may be. */
const attack = {
  or: Array.from({ length: 49 }, (_, n) => ({ name: { icontains: `${n}`.padStart(30, 'x') } })),
};

const search = (type: DefinedType, body: object, client: Client = api) =>
  client.post(`${type.path}/search`, body);

async function refused(answer: ReturnType<Client['post']>, ...index: string[]): Promise<void> {
  const { status, body } = await answer;
  expect([status, body.error?.code]).toEqual([400, 'FILTER_TOO_EXPENSIVE']);
  expect(body.error.details).toMatchObject({ reason: 'price', index });
  for (const name of index) expect(body.error.message).toContain(name);
}

describe('a filter that would take too long is refused in advance, naming what to index,', () => {
  it('with 49 patterns over 20,000 objects, for any caller', async () => {
    const reader = await api.withKey(['read']);
    await refused(search(things, { filters: attack }), 'name');
    await refused(search(things, { filters: attack }, reader), 'name');
    await refused(search(things, { filters: { not: attack }, count: 'none' }), 'name');
  });

  it('in an aggregate, a view, an export and combined with words', async () => {
    await refused(api.post(`${things.path}/aggregate`, { filters: attack }), 'name');
    await refused(
      api.post('/v1/data/export', { object_type_id: things.name, format: 'json', filters: attack }),
      'name',
    );
    const views = `/v1/object-types/${things.name}/views`;
    const view = await api.post(views, { name: 'attack', filters: [attack] });
    await refused(api.get(`${views}/${view.body.data.id}/results`), 'name');
    await refused(search(things, { query: 'thing', filters: attack }), 'name');
  });

  it('with associations instead of patterns', async () => {
    const association = {
      type: 'near',
      to_type: things.name,
      filters: [{ bio: { icontains: 'x' } }],
    };
    const filters = { or: Array.from({ length: 10 }, () => ({ association })) };
    const { status, body } = await search(things, { filters });
    expect([status, body.error.code]).toEqual([400, 'FILTER_TOO_EXPENSIVE']);
    expect(body.error.message).toContain('Add a condition that can use an index');
  });

  it('according to the length of the texts it has to read', async () => {
    const articles = await defineType(api, { body: 'text' });
    await seedObjects(
      server.db,
      articles.id,
      1000,
      `jsonb_build_object('body', repeat(md5(i::text) || ' ', 2000))`,
    );
    const words = Array.from({ length: 8 }, (_, n) => ({ body: { icontains: `never ${n}` } }));
    await refused(search(articles, { filters: { or: words } }), 'body');
    expect((await search(articles, { filters: words.slice(0, 1) })).body.data.total).toBe(0);
  });
});

describe('a filter with an indexed condition is priced by what the index leaves', () => {
  it('for the same filter with one owner of 2,000', async () => {
    const filters = [{ owner: 'o7' }, { not: attack }];
    expect((await search(things, { filters })).body.data.total).toBe(there / 2000);
  });

  it('for a range with more matches than can be gathered, but few of the total', async () => {
    const many = {
      or: Array.from({ length: 35 }, (_, n) => ({ name: { icontains: `x${n}` } })),
    };
    const filters = [{ rank: { lte: 1200 } }, { not: many }];
    expect((await search(things, { filters, limit: 1, count: 'exact' })).body.data.total).toBe(
      1200,
    );
    const wide = [{ rank: { lte: there - 1 } }, { not: many }];
    await refused(search(things, { filters: wide }), 'name');
  });

  it('and costs nothing when the index alone answers it', async () => {
    await say(100_000_000);
    expect((await search(counted, { filters: { rank: { gt: 5 } } })).status).toBe(200);
    expect((await search(counted, { filters: { owner: 'x' } })).status).toBe(200);
    expect((await search(counted, { sort: 'rank' })).status).toBe(200);
    expect((await search(counted, {})).status).toBe(200);
    expect((await search(counted, { query: 'a' })).status).toBe(200);
  });
});

describe('reasonable queries on a large type are accepted', () => {
  it.each([
    ['one condition without an index', 1_000_000, { filters: { city: 'City 3' } }],
    [
      'a few conditions',
      100_000,
      {
        filters: [
          { city: { in: ['a', 'b'] } },
          { name: { icontains: 'ing' } },
          { or: [{ rank: { exists: true } }, { bio: { not_empty: true } }] },
        ],
      },
    ],
    ['an order without an index', 100_000, { sort: 'name' }],
    ['both', 100_000, { filters: { city: { neq: 'x' } }, sort: 'name' }],
  ])('with %s', async (_, live, body) => {
    await say(live);
    expect((await search(counted, body)).status).toBe(200);
    expect((await search(counted, { ...body, count: 'none' })).status).toBe(200);
  });

  it('as an aggregate of 100,000 objects', async () => {
    await say(100_000);
    const metrics = [
      { fn: 'sum', property: 'price' },
      { fn: 'max', property: 'rank' },
    ];
    const { status } = await api.post(`${counted.path}/aggregate`, { group_by: ['city'], metrics });
    expect(status).toBe(200);
  });
});

describe('a query that reads a whole type also has a price,', () => {
  beforeAll(() => say(3_000_000));

  it('as an order without an index, in a list, a search and an export', async () => {
    await refused(api.get(`${counted.path}/list?sort=name`), 'name');
    await refused(search(counted, { sort: 'name' }), 'name');
    await refused(
      api.post('/v1/data/export', { object_type_id: counted.name, format: 'csv', sort: 'name' }),
      'name',
    );
    expect((await api.get(`${counted.path}/list?sort=rank`)).status).toBe(200);
  });

  it('as an aggregate', async () => {
    const { status, body } = await api.post(`${counted.path}/aggregate`, {
      metrics: [{ fn: 'avg', property: 'rank' }],
    });
    expect([status, body.error.code]).toEqual([400, 'FILTER_TOO_EXPENSIVE']);
    const grouped = await api.post(`${counted.path}/aggregate`, { group_by: ['owner'] });
    expect(grouped.status).toBe(200);
  });

  it('as a search for objects by a property without an index, in an upsert and an import', async () => {
    const objects = [{ properties: { name: 'a' } }];
    const upsert = (match_on: string) =>
      api.post(`${counted.path}/batch/upsert`, { match_on, objects });
    await refused(upsert('name'), 'name');
    await say(900_000);
    const rows = [{ name: 'n' }];
    await refused(
      api.post('/v1/data/import', {
        object_type_id: counted.name,
        mode: 'upsert',
        match_on: ['name'],
        rows,
      }),
      'name',
    );
  });
});

describe('the price of a filter', () => {
  const price = async (filters: unknown): Promise<number> => {
    const { rows } = await server.db.query(
      `select app.filter_price(app.compile_filter(row(t.*)::app.object_types, $2, 'filters')) as price
       from app.object_types t where id = $1`,
      [things.id, JSON.stringify(filters)],
    );
    return rows[0].price;
  };
  // A text that begins with a dollar is the name of a variable.
  const text = fc.string({ minLength: 1, maxLength: 30 }).filter((value) => !value.startsWith('$'));
  const leaf = fc.oneof(
    fc.record({ city: fc.record({ eq: text }) }),
    fc.record({ name: fc.record({ icontains: text }) }),
    fc.record({ bio: fc.record({ contains: text }) }),
    fc.record({ bio: fc.record({ matches: fc.constant('-word') }) }),
    fc.record({ city: fc.record({ in: fc.array(fc.uuid(), { maxLength: 400 }) }) }),
    fc.constant({ association: { type: 'near' } }),
    fc.constant({ created_by: 'x' }),
  );

  it('never falls with an additional condition', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(leaf, { minLength: 2, maxLength: 45 }), async (leaves) => {
        const [fewer, more] = [await price(leaves.slice(1)), await price(leaves)];
        expect(more).toBeGreaterThanOrEqual(fewer);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses for more objects whatever it refuses for fewer', async () => {
    const filters = [{ name: { icontains: 'x' } }, { bio: { matches: '-word' } }];
    const answers: number[] = [];
    for (const live of [100, 1000, 10_000, 50_000, 200_000, 1_000_000]) {
      await say(live);
      answers.push((await search(counted, { filters })).status);
    }
    expect(answers).toEqual(answers.toSorted());
    expect(new Set(answers)).toEqual(new Set([200, 400]));
  });
});
