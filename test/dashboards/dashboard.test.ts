import { beforeAll, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { dashboard, dataOf, defineDeals, made, widget } from './support.ts';

const server = useServer();
const api = useTenant(server);
let id: string;
beforeAll(async () => {
  await defineDeals(api);
  ({ id } = await dashboard(api, { description: 'All', layout_json: { columns: 12 } }));
});

const figures = (type: string, config: object) =>
  widget(api, id, type, { object_type_id: 'deals', ...config }).then((one) => dataOf(api, one));

it('is made, changed, listed and deleted in two steps', async () => {
  const path = `/v1/dashboards/${id}`;
  const shown = await made(api.get(path));
  expect(shown).toMatchObject({
    name: 'Sales',
    layout_json: { columns: 12 },
    is_public: false,
    share_token: null,
    created_by: null,
  });
  const other = await dashboard(api, { name: 'Other' });
  await widget(api, other.id, 'text', { text: 'Hello' });
  const list = await api.get('/v1/dashboards?limit=1');
  expect(list.headers.get('x-total-count')).toBe('2');
  expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['Other']);
  expect((await made(api.get('/v1/dashboards?limit=1&offset=1')))[0].id).toBe(id);

  const before = await made(api.get(`/v1/dashboards/${other.id}/dependencies`));
  expect(before).toEqual({ dependencies: [{ type: 'widget', count: 1, label: '1 widget' }] });
  const asked = await api.delete(`/v1/dashboards/${other.id}`);
  expect([asked.status, asked.body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
  const { confirm_token } = asked.body.error;
  const gone = await api.delete(
    `/v1/dashboards/${other.id}?force=true&confirm_token=${confirm_token}`,
  );
  expect(gone.body.data).toEqual({ id: other.id, deleted: true });
  expect((await api.get(`/v1/dashboards/${other.id}`)).status).toBe(404);
});

it('answers each kind of question with the figures of the objects', async () => {
  expect(await figures('metric', {})).toMatchObject({
    data: { value: 5, rows: [{ count: 5 }], dimensions: [], measures: ['count'] },
  });
  expect(
    await figures('metric', {
      filters: { status: 'won' },
      metric: { fn: 'sum', property: 'amount' },
    }),
  ).toMatchObject({ data: { value: 6 } });
  expect(await figures('pie', { group_by: 'status' })).toMatchObject({
    data: {
      rows: [
        { status: 'won', count: 3 },
        { status: 'lost', count: 2 },
      ],
      total: 2,
      dimensions: ['status'],
      measures: ['count'],
    },
  });
  expect(
    await figures('line', {
      group_by: ['day', 'status'],
      interval: 'month',
      metric: { fn: 'max', property: 'amount' },
    }),
  ).toMatchObject({
    data: {
      rows: [
        { day: '2026-01-01', status: 'lost', max_amount: 5 },
        { day: '2026-01-01', status: 'won', max_amount: 3 },
      ],
      dimensions: ['day', 'status'],
    },
  });
  expect(
    await figures('table', {
      columns: ['amount', 'status'],
      sort: 'amount',
      order: 'desc',
      limit: 1,
    }),
  ).toMatchObject({
    data: { rows: [{ amount: 5, status: 'lost' }], total: 5, dimensions: ['amount', 'status'] },
  });
  expect(
    await figures('funnel', {
      steps: [
        { label: 'All' },
        { label: 'Won', filters: [{ property: 'status', operator: 'eq', value: 'won' }] },
      ],
    }),
  ).toMatchObject({
    data: {
      rows: [
        { label: 'All', count: 5 },
        { label: 'Won', count: 3 },
      ],
    },
  });
  const sql = await widget(api, id, 'bar', {
    sql: 'select status, sum(amount) as total from deals group by 1 order by 1',
  });
  expect(await dataOf(api, sql)).toMatchObject({
    data: {
      rows: [
        { status: 'lost', total: 9 },
        { status: 'won', total: 6 },
      ],
      dimensions: ['status'],
      measures: ['total'],
    },
  });
  const long = await widget(api, id, 'bar', {
    sql: `select status, sum(amount::numeric) + case status when 'won' then 0.12345678901234567890 else 0 end as total
      from deals group by 1 order by 1`,
  });
  expect(await dataOf(api, long)).toMatchObject({
    data: {
      rows: [
        { status: 'lost', total: 9 },
        { status: 'won', total: '6.12345678901234567890' },
      ],
      dimensions: ['status'],
      measures: ['total'],
    },
  });
});

it.each([
  [[{ property: 'day', operator: 'between', value: ['2026-01-03', '2026-01-04'] }], 2, 2],
  [[{ day: { gte: '2026-01-04', lt: '2026-01-06' } }], 2, 2],
  [{ day: { gte: '2026-01-03' }, status: 'lost' }, 2, 0],
  [
    [
      { property: 'day', operator: 'gt', value: '2026-01-01' },
      { property: 'day', operator: 'lte', value: '2026-01-03' },
    ],
    2,
    0,
  ],
])('compares %j with as long a time before', async (filters, value, previous) => {
  const { data } = await figures('metric', { filters, compare_to: 'previous_period' });
  expect([data.value, data.previous.value]).toEqual([value, previous]);
});

it.each([
  ['bar', { object_type_id: 'deals' }, 'config_json.group_by'],
  ['bar', { group_by: 'status' }, 'config_json.object_type_id'],
  ['funnel', { object_type_id: 'deals' }, 'config_json.steps'],
  ['text', {}, 'config_json.text'],
  ['metric', { object_type_id: 'deals', compare_to: 'previous_period' }, 'config_json.compare_to'],
  [
    'metric',
    { object_type_id: 'deals', filters: [{ nothing: 1 }] },
    'config_json.filters[0].nothing',
  ],
  ['table', { object_type_id: 'deals', columns: ['nothing'] }, 'config_json.columns'],
  [
    'line',
    { object_type_id: 'deals', group_by: 'day', interval: 'day', timezone: 'Mars/Base' },
    'config_json.timezone',
  ],
  ['bar', { object_type_id: 'deals', group_by: 'status', limit: 1001 }, 'config_json.limit'],
  ['map', { object_type_id: 'deals' }, 'type'],
])('refuses a %s of %j, naming %s', async (type, config_json, param) => {
  const { status, body } = await api.post(`/v1/dashboards/${id}/widgets`, { type, config_json });
  expect([status, body.error.param]).toEqual([400, param]);
});

it('shows the other widgets where one cannot be answered any more', async () => {
  const { id: own } = await dashboard(api);
  await defineDeals(api, { won: 1 }, 'leads');
  const broken = await widget(api, own, 'metric', { object_type_id: 'leads' });
  const kept = await widget(api, own, 'metric', { object_type_id: 'deals' });
  const asked = await api.delete('/v1/object-types/leads');
  expect(asked.body.error.dependencies).toContainEqual({
    type: 'widget',
    count: 1,
    label: '1 widget',
  });
  await made(
    api.delete(`/v1/object-types/leads?force=true&confirm_token=${asked.body.error.confirm_token}`),
  );
  const { widgets } = await made(api.get(`/v1/dashboards/${own}/data`));
  expect(widgets).toEqual([
    { id: broken.id, error: { code: 'NOT_FOUND', message: expect.any(String) } },
    { id: kept.id, data: expect.objectContaining({ value: 5 }) },
  ]);
});

it('is named where a property that it asks about is deleted', async () => {
  await defineDeals(api, { won: 1 }, 'visits');
  const { id: own } = await dashboard(api);
  await widget(api, own, 'pie', { object_type_id: 'visits', group_by: 'status' });
  await made(
    api.post('/v1/saved-reports', {
      name: 'Visits',
      type: 'summary',
      config_json: { object_type_id: 'visits', filters: { status: 'won' } },
    }),
  );
  const properties = await made(api.get('/v1/object-types/visits/properties'));
  const pathOf = (name: string) =>
    `/v1/object-types/visits/properties/${properties.find((one: { name: string }) => one.name === name).id}`;
  const { status, body } = await api.delete(pathOf('status'));
  expect([status, body.error.dependencies]).toEqual([
    409,
    [
      { type: 'widget', count: 1, label: '1 widget' },
      { type: 'report', count: 1, label: '1 report' },
    ],
  ]);
  await made(api.delete(`${pathOf('status')}?confirm_token=${body.error.confirm_token}`));
  expect((await api.delete(pathOf('owner'))).status).toBe(200);
  const { widgets } = await made(api.get(`/v1/dashboards/${own}/data`));
  expect(widgets[0].error.code).toBe('UNKNOWN_PROPERTY');
});

it('keeps an answer for a moment, only for the same caller', async () => {
  const { id: own } = await dashboard(api);
  await widget(api, own, 'metric', { object_type_id: 'deals' });
  const path = `/v1/dashboards/${own}/data`;
  const figureOf = async (caller = api, query = '') =>
    (await made(caller.get(path + query))).widgets[0].data.value;
  const before = await figureOf();
  await made(api.post('/v1/objects/deals', { properties: { status: 'open' } }));
  const other = await api.withKey(['read']);
  expect(await figureOf(other as never)).toBe(before + 1);
  expect(await figureOf(api, '?fresh=true')).toBe(before + 1);
});

it('is managed by those who may, and seen by those who may read', async () => {
  const { client } = await signUp(api);
  const reader = await api.withKey(['read']);
  for (const caller of [client, reader]) {
    expect((await caller.get(`/v1/dashboards/${id}`)).status).toBe(200);
    expect((await caller.get(`/v1/dashboards/${id}/data`)).status).toBe(200);
    expect((await caller.post('/v1/dashboards', { name: 'Mine' })).status).toBe(403);
    expect((await caller.patch(`/v1/dashboards/${id}`, { is_public: true })).status).toBe(403);
  }
  const writer = await api.withKey(['write']);
  const { status, body } = await writer.post(`/v1/dashboards/${id}/widgets`, {
    type: 'metric',
    config_json: { sql: 'select 1' },
  });
  expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
});
