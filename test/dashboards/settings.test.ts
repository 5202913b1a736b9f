import { beforeAll, describe, expect, it } from 'vitest';
import { Question } from '../../src/groups/dashboards/question-shapes.ts';
import { ReportQuestion } from '../../src/groups/reports/shapes.ts';
import { configSchema, type ReportType } from '../../src/groups/reports/types.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { dashboard, made } from './support.ts';

const server = useServer();
const api = useTenant(server);
let board: string;
beforeAll(async () => {
  const properties = { status: 'string', amount: 'number', at: 'datetime', place: 'string' };
  await defineType(api, properties, { name: 'deals' });
  const objects = [
    ['won', 7, '2026-01-05T23:30:00Z', 'Rome'],
    ['won', 1, '2026-01-12T10:00:00Z', 'Zug'],
    ['lost', 4, '2026-01-12T11:00:00Z', 'Rome'],
    ['won', 9, '2026-01-13T23:00:00Z', 'Rome'],
    ['lost', 2, '2026-01-20T09:00:00Z', 'Oslo'],
  ].map(([status, amount, at, place]) => ({ properties: { status, amount, at, place } }));
  await made(api.post('/v1/objects/deals/batch/create', { objects }));
  ({ id: board } = await dashboard(api));
});

const sum = { fn: 'sum', property: 'amount' };
const steps = [{ label: 'All' }, { label: 'Won', filters: { status: 'won' } }];
const since = { at: { gte: '2026-01-10T00:00:00Z', lt: '2026-01-17T00:00:00Z' } };
const ofDeals = { object_type_id: 'deals', filters: since };
const grouped = { ...ofDeals, group_by: 'at', interval: 'day' };
const byPlace = { ...ofDeals, rows: ['at', 'place'], interval: 'day' };
const sql = 'select status, amount from deals order by amount';

/** A value of each setting; by it the answer to a question that takes it differs from that without it. */
const samples: Record<string, unknown> = {
  object_type_id: 'deals',
  filters: { ...since, status: 'lost' },
  query: 'lost',
  metric: sum,
  metrics: [sum, { fn: 'count' }],
  group_by: ['at', 'status'],
  interval: 'month',
  timezone: 'Pacific/Auckland',
  sort: 'amount',
  order: 'desc',
  limit: 1,
  compare_to: 'previous_period',
  missing: 'gap',
  columns: ['status'],
  steps: steps.toReversed(),
  text: 'Hello again',
  sql: 'select 1 as one',
};

/** A question of each type of widget; a second one where what it takes depends on what it asks. */
const widgets: Array<[string, object, object?]> = [
  ['metric', ofDeals],
  ['line', grouped, { sort: 'count' }],
  ['bar', grouped, { sort: 'count' }],
  ['area', grouped, { sort: 'count' }],
  ['pie', grouped, { sort: 'count' }],
  ['table', ofDeals, { order: 'asc' }],
  ['table', grouped, { sort: 'count' }],
  ['list', ofDeals, { order: 'asc' }],
  ['funnel', { ...ofDeals, steps }],
  ['text', { text: 'Hello' }],
  ['bar', { sql }],
  ['table', { sql }],
];

/** The settings that a refusal may name where one is added: sql excludes all others. */
const named = (name: string, config: object): string[] =>
  (name === 'sql' ? [name, ...Object.keys(config)] : [name]).map((one) => `config_json.${one}`);

const withoutIds = (answer: object): string =>
  JSON.stringify(answer, (name, value) =>
    ['id', 'run_id', 'duration_ms', 'generated_at'].includes(name) ? undefined : value,
  );

describe.each(widgets)('a widget of type %s that asks %j', (type, config, own = {}) => {
  const show = async (config_json: object) => {
    const answer = await api.post(`/v1/dashboards/${board}/widgets`, { type, config_json });
    if (answer.status !== 201) return answer.body.error;
    const { id } = answer.body.data;
    const shown = await made(api.get(`/v1/dashboards/${board}/widgets/${id}/data?fresh=true`));
    await api.delete(`/v1/dashboards/${board}/widgets/${id}`);
    return withoutIds(shown);
  };

  it.each(Object.keys(Question.shape))('refuses %s by name, or answers by it', async (name) => {
    // It is what the question is of.
    if (name === 'object_type_id' && name in config) return;
    const given = { ...samples, ...own }[name];
    const [before, after] = [await show(config), await show({ ...config, [name]: given })];
    expect(typeof before).toBe('string');
    if (typeof after === 'string') expect(after).not.toBe(before);
    else expect(named(name, config)).toContain(after.param);
  });
});

const reports: Array<[ReportType, object, object?]> = [
  ['table', ofDeals, { order: 'asc' }],
  ['table', grouped, { sort: 'count' }],
  ['summary', grouped, { sort: 'count' }],
  ['timeseries', grouped, { sort: 'count' }],
  ['pivot', byPlace, { sort: 'place', rows: ['at', 'status'] }],
  ['funnel', { ...ofDeals, steps }],
  ['sql', { sql }],
];

describe.each(reports)('a report of type %s that asks %j', (type, config, own = {}) => {
  const run = async (config_json: object) => {
    const { status, body } = await api.post('/v1/reports/run', { type, config_json });
    return status === 200 ? withoutIds(body.data) : body.error;
  };

  it.each(Object.keys(ReportQuestion.shape))(
    'refuses %s by name, or answers by it',
    async (name) => {
      if (name === 'object_type_id' && name in config) return;
      const given = { rows: ['status'], ...samples, ...own }[name];
      const [before, after] = [await run(config), await run({ ...config, [name]: given })];
      expect(typeof before).toBe('string');
      if (typeof after === 'string') expect(after).not.toBe(before);
      else expect(named(name, config)).toContain(after.param);
    },
  );
});

it.each(reports)('the schema of a report of type %s names what it takes', async (type, config) => {
  const { rows } = await server.db.query('select app.question_settings($1, $2) as names', [
    type,
    config,
  ]);
  const { properties } = configSchema(type) as { properties: object };
  for (const name of rows[0].names) expect(Object.keys(properties)).toContain(name);
});

it('a table of figures answers them, and not how many there are', async () => {
  const config_json = { object_type_id: 'deals', group_by: 'status', metric: sum, sort: 'status' };
  const { id } = await made(
    api.post(`/v1/dashboards/${board}/widgets`, { type: 'table', config_json }),
  );
  const { data } = await made(api.get(`/v1/dashboards/${board}/widgets/${id}/data`));
  expect(data).toEqual({
    rows: [
      { status: 'lost', sum_amount: 6 },
      { status: 'won', sum_amount: 17 },
    ],
    total: 2,
    dimensions: ['status'],
    measures: ['sum_amount'],
  });
});
