import { beforeAll, expect, it } from 'vitest';
import { defineDeals, made } from '../dashboards/support.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(() => defineDeals(api, { won: 3, '=cmd()': 2 }));

const run = (type: string, config_json: object) =>
  made(
    api.post('/v1/reports/run', { type, config_json: { object_type_id: 'deals', ...config_json } }),
  );

it('answers each type as a table', async () => {
  expect(
    await run('table', { columns: ['amount', 'status'], sort: 'amount', limit: 1 }),
  ).toMatchObject({
    report_id: null,
    columns: [
      { name: 'amount', type: 'number' },
      { name: 'status', type: 'string' },
    ],
    rows: [{ amount: 1, status: 'won' }],
    row_count: 1,
    totals: {},
    duration_ms: expect.any(Number),
  });
  const metrics = [{ fn: 'count' }, { fn: 'sum', property: 'amount', as: 'amount' }];
  expect(await run('summary', { group_by: 'status', metrics })).toMatchObject({
    columns: [
      { name: 'status', type: 'string' },
      { name: 'count', type: 'number' },
      { name: 'amount', type: 'number' },
    ],
    rows: [
      { status: 'won', count: 3, amount: 6 },
      { status: '=cmd()', count: 2, amount: 9 },
    ],
    totals: { count: 5, amount: 15 },
  });
  expect(await run('timeseries', { group_by: 'day', interval: 'month' })).toMatchObject({
    columns: [
      { name: 'day', type: 'date' },
      { name: 'count', type: 'number' },
    ],
    rows: [{ day: '2026-01-01', count: 5 }],
  });
  expect(
    await run('pivot', { rows: ['day'], columns: ['status'], interval: 'month' }),
  ).toMatchObject({ row_count: 2, totals: { count: 5 } });
  expect(
    await run('funnel', {
      steps: [{ label: 'All' }, { label: 'Won', filters: { status: 'won' } }],
    }),
  ).toMatchObject({
    rows: [
      { label: 'All', count: 5 },
      { label: 'Won', count: 3 },
    ],
  });
  const sql = {
    type: 'sql',
    config_json: { sql: 'select status, count(*) as n from deals group by 1 order by 2' },
  };
  expect(await made(api.post('/v1/reports/run', sql))).toMatchObject({
    columns: [
      { name: 'status', type: 'string' },
      { name: 'n', type: 'number' },
    ],
    rows: [
      { status: '=cmd()', n: 2 },
      { status: 'won', n: 3 },
    ],
  });
  const long = {
    type: 'sql',
    config_json: {
      sql: `select v.a, v.n from (values ('x', 9007199254740993), ('y', 2)) v(a, n)`,
    },
  };
  expect(await made(api.post('/v1/reports/run', long))).toMatchObject({
    columns: [
      { name: 'a', type: 'string' },
      { name: 'n', type: 'number' },
    ],
    rows: [
      { a: 'x', n: '9007199254740993' },
      { a: 'y', n: 2 },
    ],
  });
});

it.each([
  ['timeseries', { group_by: 'day' }, 'config_json.interval'],
  ['pivot', {}, 'config_json.rows'],
  ['sql', {}, 'config_json.sql'],
  ['summary', { filters: [{ nothing: 1 }] }, 'config_json.filters[0].nothing'],
  ['report', {}, 'type'],
])('refuses a %s of %j, naming %s', async (type, config, param) => {
  const body = { type, config_json: { object_type_id: 'deals', ...config } };
  for (const answer of [
    await api.post('/v1/reports/run', body),
    await api.post('/v1/saved-reports', { name: 'Bad', ...body }),
  ])
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
});

it('describes each type by a JSON Schema', async () => {
  const types = await made(api.get('/v1/reports/types'));
  expect(types.map(({ type }: { type: string }) => type)).toEqual([
    'table',
    'summary',
    'timeseries',
    'pivot',
    'funnel',
    'sql',
  ]);
  expect(types[2].config_schema).toMatchObject({
    type: 'object',
    required: ['object_type_id', 'group_by', 'interval'],
    properties: { interval: { enum: expect.arrayContaining(['month']) } },
  });
  expect(types[5].config_schema.properties).not.toHaveProperty('filters');
});
