import { beforeAll, describe, expect, it } from 'vitest';
import type { TenantClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'deals' });
  const properties = [
    { name: 'amount', data_type: 'number', is_indexed: true },
    { name: 'stage', data_type: 'enum', enum_values: ['open', 'won'] },
    { name: 'tags', data_type: 'array' },
    { name: 'title', data_type: 'string' },
    { name: 'due', data_type: 'datetime' },
    { name: 'price', data_type: 'currency' },
    { name: 'details', data_type: 'object' },
  ];
  for (const property of properties)
    expect((await api.post('/v1/object-types/deals/properties', property)).status).toBe(201);
  await api.post('/v1/objects/deals', { properties: { amount: 5, title: 'a' } });
});

const search = (filters: unknown, client: Pick<TenantClient, 'post'> = api) =>
  client.post('/v1/objects/deals/search', { filters });
const leaf = (property: string, operator: string, value?: unknown) => ({
  property,
  operator,
  value,
});
const nested = (depth: number): object =>
  depth === 1 ? leaf('amount', 'eq', 1) : { and: [nested(depth - 1)] };

describe('a filter is refused, naming the place,', () => {
  it.each([
    ['an unknown property', [leaf('nope', 'eq', 1)], 'UNKNOWN_PROPERTY', 'filters[0].property'],
    ['an unknown property of a map', { nope: 1 }, 'UNKNOWN_PROPERTY', 'filters.nope'],
    ['a path into a text', [leaf('title.x', 'eq', 1)], 'UNKNOWN_PROPERTY', 'filters[0].property'],
    ['__proto__', [leaf('__proto__', 'eq', 1)], 'UNKNOWN_PROPERTY', 'filters[0].property'],
    ['no property', [{ operator: 'eq', value: 1 }], 'INVALID_FILTER', 'filters[0].property'],
    ['an unknown operator', [leaf('amount', 'like', 1)], 'INVALID_FILTER', 'filters[0].operator'],
    [
      'an unknown operator of a map',
      { amount: { like: 1 } },
      'INVALID_FILTER',
      'filters.amount.like',
    ],
    ['no operator', [{ property: 'amount', value: 1 }], 'INVALID_FILTER', 'filters[0].operator'],
    [
      'an operator of other types',
      [leaf('amount', 'contains', '1')],
      'INVALID_FILTER',
      'filters[0].operator',
    ],
    ['eq of an object', [leaf('details', 'eq', {})], 'INVALID_FILTER', 'filters[0].operator'],
    ['no value', [{ property: 'amount', operator: 'gt' }], 'VALIDATION_ERROR', 'filters[0].value'],
    ['a text for a number', [leaf('amount', 'eq', '5')], 'VALIDATION_ERROR', 'filters[0].value'],
    [
      'a value that the enum lacks',
      [leaf('stage', 'eq', 'lost')],
      'VALIDATION_ERROR',
      'filters[0].value',
    ],
    ['an invalid time', [leaf('due', 'gt', 'soon')], 'VALIDATION_ERROR', 'filters[0].value'],
    [
      'a bad list item',
      [leaf('amount', 'in', [1, 'x'])],
      'VALIDATION_ERROR',
      'filters[0].value[1]',
    ],
    ['a single value', [leaf('amount', 'in', 1)], 'VALIDATION_ERROR', 'filters[0].value'],
    [
      'a list that is too long',
      [leaf('amount', 'in', Array(1001).fill(1))],
      'VALIDATION_ERROR',
      'filters[0].value',
    ],
    [
      'a pair of three',
      [leaf('amount', 'between', [1, 2, 3])],
      'VALIDATION_ERROR',
      'filters[0].value',
    ],
    [
      'a bad exists flag',
      [leaf('amount', 'exists', 'yes')],
      'VALIDATION_ERROR',
      'filters[0].value',
    ],
    [
      'a number for a text',
      [leaf('title', 'starts_with', 1)],
      'VALIDATION_ERROR',
      'filters[0].value',
    ],
    [
      'words of a number',
      [leaf('amount', 'matches', 'x')],
      'INVALID_FILTER',
      'filters[0].operator',
    ],
    ['words of an enum', [leaf('stage', 'matches', 'x')], 'VALIDATION_ERROR', 'filters[0].value'],
    [
      'an unknown variable',
      [leaf('title', 'eq', '$nobody')],
      'VALIDATION_ERROR',
      'filters[0].value',
    ],
    [
      'an invalid offset',
      [leaf('due', 'gt', { $now: 'yesterday' })],
      'VALIDATION_ERROR',
      'filters[0].value',
    ],
    ['an array as a condition’s place', ['amount'], 'INVALID_FILTER', 'filters[0]'],
    ['an empty condition', [{}], 'INVALID_FILTER', 'filters[0]'],
    [
      'a group that is not an array',
      [{ and: leaf('amount', 'eq', 1) }],
      'INVALID_FILTER',
      'filters[0].and',
    ],
    [
      'a nested fault',
      [{ or: [{ not: leaf('x', 'eq', 1) }] }],
      'UNKNOWN_PROPERTY',
      'filters[0].or[0].not.property',
    ],
    ['a text with a NUL', [leaf('title', 'eq', 'a\0')], 'VALIDATION_ERROR', 'filters[0].value'],
    [
      'an association without its type',
      [{ association: {} }],
      'VALIDATION_ERROR',
      'filters[0].association.type',
    ],
    [
      'an association in no direction',
      [{ association: { type: 'x', direction: 'up' } }],
      'VALIDATION_ERROR',
      'filters[0].association.direction',
    ],
    [
      'an association with filters of no type',
      [{ association: { type: 'x', filters: [] } }],
      'VALIDATION_ERROR',
      'filters[0].association.to_type',
    ],
  ])('with %s', async (_, filters, code, param) => {
    const { status, body } = await search(filters);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  });

  it('with six levels, but not with five', async () => {
    expect((await search([nested(5)])).status).toBe(200);
    const { status, body } = await search([nested(6)]);
    expect([status, body.error.code]).toEqual([400, 'INVALID_FILTER']);
    expect(body.error.param).toMatch(/^filters\[0\](\.and\[0\])+/);
    expect((await search(JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`))).status).toBe(400);
  });

  it('from the fifty-first condition on, but not the fiftieth', async () => {
    const list = (count: number) => Array(count).fill(leaf('amount', 'gt', 1));
    expect((await search(list(50))).status).toBe(200);
    const { status, body } = await search(list(51));
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'INVALID_FILTER',
      'filters[50].property',
    ]);
    expect((await search([{ or: list(10_000) }])).status).toBe(400);
  });

  it.each([5, 'x', true])('with %j instead of filters', async (filters) => {
    expect((await search(filters)).body.error.param).toBe('filters');
  });
});

describe('the operator regex', () => {
  it('requires a key with the scope *', async () => {
    expect((await search([leaf('title', 'regex', '^a$')])).body.data.total).toBe(1);
    const reader = await api.withKey(['read']);
    const { status, body } = await search([leaf('title', 'regex', '^a$')], reader);
    expect([status, body.error.code, body.error.details]).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
      { required: '*' },
    ]);
  });

  it.each(['(', '[', 'a{9999999}', '*'])('refuses the pattern %s', async (pattern) => {
    const { status, body } = await search([leaf('title', 'regex', pattern)]);
    expect([status, body.error.param]).toEqual([400, 'filters[0].value']);
  });
});

it('text that looks like SQL, jsonpath or a pattern is treated as text', async () => {
  const hostile = [
    '"',
    "'",
    '") || (1 == 1',
    '\\',
    '%',
    '_',
    '.*',
    '$5',
    '$."a"',
    '@',
    '\n',
    "'; drop table x; --",
  ];
  for (const part of hostile) {
    const title = `x${part}x`;
    const { body } = await api.post('/v1/objects/deals', { properties: { title } });
    const conditions = [
      leaf('title', 'eq', title),
      leaf('title', 'contains', part),
      leaf('title', 'icontains', part),
      leaf('title', 'starts_with', `x${part}`),
      leaf('title', 'ends_with', `${part}x`),
      leaf('title', 'in', [title]),
    ];
    const found = await search(conditions);
    expect([part, found.body.data.results.map(({ id }: { id: string }) => id)]).toEqual([
      part,
      [body.data.id],
    ]);
  }
});
