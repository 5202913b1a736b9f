import { beforeAll, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(api, {
    name: 'string',
    amount: 'number',
    price: 'currency',
    labels: 'array',
    nested: 'object',
    extra: 'json',
    is_open: 'boolean',
    due: 'date',
    at: 'time',
  });
  for (const price of [{ amount: '1', currency: 'EUR' }, { amount: '1', currency: 'USD' }, 3])
    await api.post(type.path, { properties: { name: 'one', price } });
});

const many = (count: number, item: (i: number) => unknown) =>
  Array.from({ length: count }, (_, i) => item(i));
const metric = (fn: string, property?: string, as?: string) => ({
  metrics: [{ fn: 'count' }, { fn, property, as }],
});

it.each<[string, object, string, string?]>([
  [
    'a group that is not defined',
    { group_by: ['name', 'nmae'] },
    'group_by[1]',
    'UNKNOWN_PROPERTY',
  ],
  ['a path into a text', { group_by: ['name.first'] }, 'group_by[0]', 'UNKNOWN_PROPERTY'],
  [
    'SQL as a group',
    { group_by: [`name'); drop table app.objects; --`] },
    'group_by[0]',
    'UNKNOWN_PROPERTY',
  ],
  ['a group twice', { group_by: ['name', 'name'] }, 'group_by[1]'],
  ['six groups', { group_by: ['name', 'amount', 'price', 'labels', 'extra', 'due'] }, 'group_by'],
  ['a group that is not text', { group_by: [1] }, 'group_by[0]'],
  ['an unknown function', metric('median', 'amount'), 'metrics[1].fn'],
  ['eleven metrics', { metrics: many(11, (i) => ({ fn: 'count', as: `c${i}` })) }, 'metrics'],
  ['a sum of nothing', metric('sum'), 'metrics[1].property'],
  [
    'a sum of an unknown property',
    metric('sum', 'amnt'),
    'metrics[1].property',
    'UNKNOWN_PROPERTY',
  ],
  ['a sum of texts', metric('sum', 'name'), 'metrics[1].property'],
  ['a sum of dates', metric('sum', 'due'), 'metrics[1].property'],
  ['a sum of ids', metric('sum', 'id'), 'metrics[1].property'],
  ['an average of booleans', metric('avg', 'is_open'), 'metrics[1].property'],
  ['an average of moments', metric('avg', 'created_at'), 'metrics[1].property'],
  ['a minimum of arrays', metric('min', 'labels'), 'metrics[1].property'],
  ['a maximum of objects', metric('max', 'nested'), 'metrics[1].property'],
  ['a maximum of the text of an amount', metric('max', 'price.amount'), 'metrics[1].property'],
  ['a sum of two currencies', metric('sum', 'price'), 'metrics[1].property'],
  [
    'a maximum of two currencies',
    { ...metric('max', 'price'), group_by: ['name'] },
    'metrics[1].property',
  ],
  ['a metric twice', { metrics: [{ fn: 'count' }, { fn: 'count' }] }, 'metrics[1].as'],
  [
    'a metric named like a group',
    { group_by: ['name'], ...metric('sum', 'amount', 'name') },
    'metrics[1].as',
  ],
  ['an empty name', metric('count', 'name', ''), 'metrics[1].as'],
  ['an unknown interval', { group_by: ['due'], interval: 'decade' }, 'interval'],
  ['an interval without a time', { group_by: ['name'], interval: 'day' }, 'interval'],
  ['an interval of a time of day', { group_by: ['at'], interval: 'hour' }, 'interval'],
  ['an interval without groups', { interval: 'day' }, 'interval'],
  ...[
    'Mars/Olympus',
    'CET-1CEST',
    'Etc/../Berlin',
    '+02:00',
    'CEST',
    `UTC'`,
    '/etc/passwd',
    'Foo/Bar+1',
  ].map((timezone): [string, object, string] => [
    `the time zone ${timezone}`,
    { timezone },
    'timezone',
  ]),
  ['a limit of 0', { limit: 0 }, 'limit'],
  ['a limit of 1,001', { limit: 1001 }, 'limit'],
  ['an invalid order', { order: 'down' }, 'order'],
  ['a sort by an unknown field', { group_by: ['name'], sort: 'amount' }, 'sort'],
  [
    'a filter on an unknown property',
    { filters: [{ nmae: 1 }] },
    'filters[0].nmae',
    'UNKNOWN_PROPERTY',
  ],
  [
    'an invalid filter',
    { filters: [{ property: 'name', operator: 'is', value: 1 }] },
    'filters[0].operator',
    'INVALID_FILTER',
  ],
  ['an empty query', { query: '' }, 'query'],
])('an aggregate with %s is refused: 400', async (_, body, path, code = 'VALIDATION_ERROR') => {
  const { status, body: answer } = await api.post(`${type.path}/aggregate`, body);
  expect([status, answer.error?.code]).toEqual([400, code]);
  expect(answer.error.details?.[0]?.path ?? answer.error.param).toBe(
    path.replaceAll(/\.(\d)/g, '.$1'),
  );
});

it('several currencies may be counted, and aggregated when they are grouped apart', async () => {
  for (const body of [
    metric('distinct', 'price'),
    { ...metric('sum', 'price'), group_by: ['price.currency'] },
    { ...metric('sum', 'price'), filters: { 'price.currency': 'EUR' } },
  ])
    expect((await api.post(`${type.path}/aggregate`, body)).status).toBe(200);
});

it('names in an aggregate are data: quotes, percent signs and prototypes come back unchanged', async () => {
  const names = [`it's "quoted"`, '%s %L $1', '__proto__', 'a\\b', '{{x}}', 'ä😀'];
  const { body } = await api.post(`${type.path}/aggregate`, {
    metrics: names.map((as) => ({ fn: 'count', as })),
  });
  expect(Object.entries(body.data.rows[0])).toEqual(names.map((name) => [name, 3]));
  const paths = [`extra.it's`, 'extra.%s', 'extra.$1', 'extra.a\\b'];
  const grouped = await api.post(`${type.path}/aggregate`, { group_by: paths });
  const missing = Object.fromEntries(paths.map((path) => [path, null]));
  expect(grouped.body.data.rows).toEqual([{ ...missing, count: 3 }]);
});

it('an aggregate of an unknown type is 404', async () => {
  expect((await api.post('/v1/objects/nothing/aggregate', {})).status).toBe(404);
});
