import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { type DefinedType, defineProperty, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

async function create(type: DefinedType, objects: object[]): Promise<string[]> {
  const { body } = await api.post(`${type.path}/batch/create`, {
    objects: objects.map((properties) => ({ properties })),
  });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data.ids;
}

async function aggregate(type: DefinedType, body: object = {}) {
  const answer = await api.post(`${type.path}/aggregate`, body);
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

const deals = () =>
  defineType(api, {
    stage: { data_type: 'string', is_indexed: true },
    amount: 'number',
    price: 'currency',
    labels: 'array',
    extra: 'json',
    is_open: 'boolean',
    due: 'date',
    at: 'time',
  });

describe('the rows of an aggregate', () => {
  it('have one field per group, null for missing, and one per metric, in that order', async () => {
    const type = await deals();
    await create(type, [
      { stage: 'won', amount: 10, is_open: false },
      { stage: 'won', amount: 2.5, is_open: true },
      { stage: 'lost', amount: null },
      { amount: 1 },
    ]);
    const data = await aggregate(type, {
      group_by: ['stage'],
      metrics: [
        { fn: 'count' },
        { fn: 'count', property: 'amount' },
        { fn: 'sum', property: 'amount', as: 'revenue' },
        { fn: 'avg', property: 'amount' },
        { fn: 'max', property: 'is_open' },
      ],
    });
    expect(data).toEqual({
      total: 3,
      rows: [
        {
          stage: 'won',
          count: 2,
          count_amount: 2,
          revenue: 12.5,
          avg_amount: 6.25,
          max_is_open: true,
        },
        {
          stage: 'lost',
          count: 1,
          count_amount: 0,
          revenue: null,
          avg_amount: null,
          max_is_open: null,
        },
        { stage: null, count: 1, count_amount: 1, revenue: 1, avg_amount: 1, max_is_open: null },
      ],
    });
    const names = ['stage', 'count', 'count_amount', 'revenue', 'avg_amount', 'max_is_open'];
    expect(Object.keys(data.rows[0])).toEqual(names);
  });

  it('count by default: one row in total, none when there are groups and no objects', async () => {
    const type = await deals();
    expect(await aggregate(type)).toEqual({ rows: [{ count: 0 }], total: 1 });
    expect(await aggregate(type, { group_by: ['stage'] })).toEqual({ rows: [], total: 0 });
    const metrics = [
      { fn: 'sum', property: 'amount' },
      { fn: 'distinct', property: 'stage' },
    ];
    expect((await aggregate(type, { metrics })).rows).toEqual([
      { sum_amount: null, distinct_stage: 0 },
    ]);
    await create(type, [{}, {}]);
    expect((await aggregate(type)).rows).toEqual([{ count: 2 }]);
  });

  it('may show only groups', async () => {
    const type = await deals();
    await create(type, [{ stage: 'b' }, { stage: 'a' }, { stage: 'b' }, {}]);
    expect(await aggregate(type, { group_by: ['stage'], metrics: [] })).toEqual({
      rows: [{ stage: 'a' }, { stage: 'b' }, { stage: null }],
      total: 3,
    });
  });

  it('are exact: no floating point, and 5.00 equals 5', async () => {
    const type = await deals();
    await create(type, [
      { amount: 0.1, price: { amount: '0.10', currency: 'eur' } },
      { amount: 0.2, price: { amount: '5.00', currency: 'EUR' } },
      { amount: 1e15, price: { amount: '5', currency: 'EUR' } },
    ]);
    const filters = { amount: { lt: 1 } };
    const metrics = [
      { fn: 'sum', property: 'amount' },
      { fn: 'sum', property: 'price' },
    ];
    expect((await aggregate(type, { filters, metrics })).rows).toEqual([
      { sum_amount: 0.3, sum_price: { amount: '5.1', currency: 'EUR' } },
    ]);
    expect((await aggregate(type, { group_by: ['price'] })).rows).toEqual([
      { price: { amount: '5', currency: 'EUR' }, count: 2 },
      { price: { amount: '0.1', currency: 'EUR' }, count: 1 },
    ]);
  });

  it('group arrays as a whole, and by values inside json and currency', async () => {
    const type = await deals();
    await create(type, [
      {
        labels: ['a', 'b'],
        extra: { city: { name: 'Rome' } },
        price: { amount: '1', currency: 'EUR' },
      },
      {
        labels: ['a', 'b'],
        extra: { city: { name: 'Rome' } },
        price: { amount: '2', currency: 'USD' },
      },
      { labels: ['b', 'a'], extra: ['Rome'], price: 7 },
    ]);
    expect((await aggregate(type, { group_by: ['labels'] })).rows).toEqual([
      { labels: ['a', 'b'], count: 2 },
      { labels: ['b', 'a'], count: 1 },
    ]);
    expect((await aggregate(type, { group_by: ['extra.city.name'] })).rows).toEqual([
      { 'extra.city.name': 'Rome', count: 2 },
      { 'extra.city.name': null, count: 1 },
    ]);
    const metrics = [{ fn: 'max', property: 'price' }];
    const byCurrency = { group_by: ['price.currency'], metrics, sort: 'price.currency' };
    expect((await aggregate(type, byCurrency)).rows).toEqual([
      { 'price.currency': 'EUR', max_price: { amount: '1', currency: 'EUR' } },
      { 'price.currency': 'USD', max_price: { amount: '2', currency: 'USD' } },
      { 'price.currency': null, max_price: 7 },
    ]);
  });

  it('leave out values of another type than the property, as older objects may have', async () => {
    const type = await deals();
    await create(type, [
      { late: 'soon', when: 'now', day: 'today', hour: '25:00' },
      { late: 5, when: '2026-02-30T00:00:00+00:00', day: '2026-02-30', hour: 7 },
      { late: { amount: 1 }, when: 1, day: ['2026-01-01'] },
    ]);
    await defineProperty(api, type, 'late', 'number');
    await defineProperty(api, type, 'when', 'datetime');
    await defineProperty(api, type, 'day', 'date');
    await defineProperty(api, type, 'hour', 'time');
    await create(type, [
      { late: 2, when: '2026-01-01T00:00:00.5Z', day: '2026-01-02', hour: '18:30' },
    ]);
    const metrics = [
      { fn: 'sum', property: 'late' },
      { fn: 'count', property: 'late' },
      ...['when', 'day', 'hour'].map((property) => ({ fn: 'min', property })),
    ];
    expect((await aggregate(type, { metrics })).rows).toEqual([
      {
        sum_late: 7,
        count_late: 4,
        min_when: '2026-01-01T00:00:00.5+00:00',
        min_day: '2026-01-02',
        min_hour: '18:30:00',
      },
    ]);
    const byDay = { group_by: ['day', 'when'], interval: 'month' };
    expect((await aggregate(type, byDay)).rows).toEqual([
      { day: '2026-01-01', when: '2026-01-01', count: 1 },
      { day: null, when: null, count: 3 },
    ]);
  });

  it('may use ids, versions and times of objects', async () => {
    const type = await deals();
    const [first = '', second = ''] = await create(type, [{}, {}]);
    await api.patch(`${type.path}/${second}`, { properties: { amount: 1 } });
    const created = (await api.get(`${type.path}/${first}`)).body.data.created_at;
    const updated = (await api.get(`${type.path}/${second}`)).body.data.updated_at;
    const metrics = [
      { fn: 'max', property: 'id' },
      { fn: 'sum', property: 'version' },
      { fn: 'min', property: 'created_at' },
      { fn: 'max', property: 'updated_at' },
      { fn: 'count', property: 'created_by' },
    ];
    const [row] = (await aggregate(type, { metrics })).rows;
    expect(row).toMatchObject({ max_id: second, sum_version: 3, count_created_by: 0 });
    expect(new Date(row.min_created_at)).toEqual(new Date(created));
    expect(new Date(row.max_updated_at)).toEqual(new Date(updated));
    expect((await aggregate(type, { group_by: ['created_at'] })).rows[0]).toEqual({
      created_at: row.min_created_at,
      count: expect.any(Number),
    });
  });
});

describe('the objects of an aggregate', () => {
  it('do not include those in the trash', async () => {
    const type = await deals();
    const [gone] = await create(type, [{ stage: 'won' }, { stage: 'won' }]);
    await api.delete(`${type.path}/${gone}`);
    const body = { group_by: ['stage'] };
    expect((await aggregate(type, body)).rows).toEqual([{ stage: 'won', count: 1 }]);
    await api.post(`${type.path}/${gone}/restore`);
    expect((await aggregate(type, body)).rows).toEqual([{ stage: 'won', count: 2 }]);
  });

  it('are selected by filters and words together', async () => {
    const type = await deals();
    await create(type, [
      { stage: 'red apple', amount: 1 },
      { stage: 'green apple', amount: 2 },
      { stage: 'pear', amount: 3 },
    ]);
    const sum = [{ fn: 'sum', property: 'amount' }];
    const filters = [{ property: 'amount', operator: 'gte', value: 2 }];
    expect((await aggregate(type, { query: 'apple', metrics: sum })).rows[0].sum_amount).toBe(3);
    expect((await aggregate(type, { filters, metrics: sum })).rows[0].sum_amount).toBe(5);
    expect(
      (await aggregate(type, { filters, query: 'apple', metrics: sum })).rows[0].sum_amount,
    ).toBe(2);
    const byId = [{ property: 'stage', operator: 'eq', value: 'pear' }];
    expect((await aggregate(type, { filters: byId })).rows).toEqual([{ count: 1 }]);
  });

  it('of another tenant are never counted, and its types are not found', async () => {
    const other = await createTenant(server);
    const type = await deals();
    const theirs = await defineType(other, { stage: 'string' }, { name: type.name });
    await other.post(theirs.path, { properties: { stage: 'theirs' } });
    await create(type, [{ stage: 'ours' }]);
    const body = { group_by: ['stage'] };
    expect((await aggregate(type, body)).rows).toEqual([{ stage: 'ours', count: 1 }]);
    const { body: seen } = await other.post(`${theirs.path}/aggregate`, body);
    expect(seen.data.rows).toEqual([{ stage: 'theirs', count: 1 }]);
    expect((await other.post(`/v1/objects/${type.id}/aggregate`, {})).status).toBe(404);
  });

  it('are counted with the scope read, and not without it', async () => {
    const type = await deals();
    const [reader, none] = [await api.withKey(['read']), await api.withKey(['files'])];
    expect((await reader.post(`${type.path}/aggregate`, {})).status).toBe(200);
    const refused = await none.post(`${type.path}/aggregate`, {});
    expect([refused.status, refused.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });
});

describe('the order and limit of an aggregate', () => {
  it('show the largest first, or follow sort, while total counts every group', async () => {
    const type = await deals();
    await seedObjects(
      server.db,
      type.id,
      3000,
      `jsonb_build_object('stage', 's' || lpad((i % 1200)::text, 4, '0'), 'amount', i)`,
    );
    const body = {
      group_by: ['stage'],
      metrics: [{ fn: 'count' }, { fn: 'sum', property: 'amount' }],
    };
    const data = await aggregate(type, body);
    expect([data.rows.length, data.total]).toEqual([100, 1200]);
    expect(data.rows[0]).toEqual({ stage: 's0001', count: 3, sum_amount: 1 + 1201 + 2401 });
    const last = await aggregate(type, { ...body, sort: 'stage', order: 'desc', limit: 2 });
    expect(last.rows.map((row: { stage: string }) => row.stage)).toEqual(['s1199', 's1198']);
    expect(last.total).toBe(1200);
    const least = await aggregate(type, { ...body, sort: 'sum_amount', limit: 1 });
    expect(least.rows).toEqual([{ stage: 's0601', count: 2, sum_amount: 601 + 1801 }]);
    const all = await aggregate(type, { ...body, limit: 1000, order: 'asc' });
    expect([all.rows.length, all.rows[0].count]).toEqual([1000, 2]);
  });
});

it('counts by an indexed text match the objects, including long, unusual and missing texts', async () => {
  const type = await defineType(api, {
    label: { data_type: 'string', is_indexed: true },
    plain: 'string',
  });
  const labels = [
    'a',
    'a',
    'b',
    '',
    undefined,
    'x'.repeat(300),
    'x'.repeat(301),
    '\u{10ffff}z',
    '\u{10fffe}',
  ];
  const objects = labels.map((label) => ({ properties: { label, plain: label } }));
  await api.post(`${type.path}/batch/create`, { objects });
  for (const request of [{}, { limit: 2 }, { sort: 'count', order: 'asc', limit: 3 }]) {
    const by = async (name: string) => {
      const body = { group_by: [name], ...request };
      const { data } = (await api.post(`${type.path}/aggregate`, body)).body;
      const rows = data.rows.map((row: Record<string, unknown>) => [row[name], row.count]);
      return { rows, total: data.total };
    };
    expect(await by('label')).toEqual(await by('plain'));
  }
});
