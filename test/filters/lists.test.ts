import { beforeAll, describe, expect, it } from 'vitest';
import { createPolicy, dropPolicies } from '../policies/support.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
let path: string;
let typeId: string;
let ids: Record<string, string>;

beforeAll(async () => {
  const type = await defineType(api, {
    name: 'string',
    number: 'number',
    flag: 'boolean',
    tags: 'array',
    extra: 'json',
    price: 'currency',
    due: 'date',
    code: { data_type: 'string', is_indexed: true },
  });
  path = type.path;
  typeId = type.id;
  const objects = {
    one: { name: 'one', number: 1, flag: true, tags: ['a', 1], extra: { n: 1 }, code: 'c1' },
    two: { name: 'two', number: 2.5, flag: false, tags: ['a', 'b', true], extra: { n: 'x' } },
    three: { name: '1', due: '2026-01-01', price: { amount: '5.00', currency: 'EUR' }, tags: [] },
    none: {},
  };
  ids = {};
  for (const [name, properties] of Object.entries(objects))
    ids[name] = (await api.post(path, { properties })).body.data.id;
});

const found = async (filters: unknown): Promise<string[]> => {
  const { status, body } = await api.post(`${path}/search`, { filters, limit: 100 });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.results.map(({ id }: { id: string }) =>
    Object.keys(ids).find((name) => ids[name] === id),
  );
};
/** More values than are compared one by one. */
const long = (...values: unknown[]) => [
  ...Array.from({ length: 900 }, (_, n) => `no-${n}`),
  ...values,
];
const longNumbers = (...values: unknown[]) => [
  ...Array.from({ length: 900 }, (_, n) => -n - 1),
  ...values,
];
const leaf = (property: string, operator: string, value: unknown) => [
  { property, operator, value },
];

describe('a long list in a filter matches the same as a short one', () => {
  it.each<[string, string, unknown[], string[]]>([
    ['name', 'in', long('one', 'two'), ['two', 'one']],
    ['name', 'nin', long('one', 'two'), ['none', 'three']],
    ['number', 'in', longNumbers(1, 2.5), ['two', 'one']],
    ['number', 'nin', longNumbers('1.0'.length), ['none', 'three', 'two', 'one']],
    ['code', 'in', long('c1'), ['one']],
    [
      'due',
      'in',
      [
        ...Array.from({ length: 400 }, (_, n) => new Date(n * 864e5).toISOString().slice(0, 10)),
        '2026-01-01',
      ],
      ['three'],
    ],
    ['price', 'in', [...longNumbers(), { amount: '5', currency: 'EUR' }], ['three']],
    ['extra.n', 'in', long(1, true), ['one']],
    ['extra.n', 'in', long('x', '1'), ['two']],
    ['extra.n', 'nin', long('x'), ['none', 'three', 'one']],
    ['tags', 'has_any', long('b', 1), ['two', 'one']],
    ['tags', 'has_any', long('1', false), []],
    ['tags', 'has_all', long('a'), []],
  ])('%s %s', async (property, operator, values, expected) => {
    expect(values.length).toBeGreaterThan(250);
    expect(await found(leaf(property, operator, values))).toEqual(expected);
    const group = { not: { not: { and: leaf(property, operator, values) } } };
    expect(await found(group)).toEqual(expected);
  });

  it('for ids and creators', async () => {
    expect(await found(leaf('id', 'in', long(ids.one, ids.none)))).toEqual(['none', 'one']);
    expect(await found({ not: leaf('id', 'in', long(ids.one, ids.none)) })).toEqual([
      'three',
      'two',
    ]);
    expect(await found(leaf('created_by', 'nin', long()))).toHaveLength(4);
  });

  it('for all elements of a long array', async () => {
    const all = Array.from({ length: 400 }, (_, n) => (n % 2 ? n : `t${n}`));
    const { body } = await api.post(path, { properties: { tags: [...all, 'more'].toReversed() } });
    ids.many = body.data.id;
    expect(await found(leaf('tags', 'has_all', all))).toEqual(['many']);
    expect(await found(leaf('tags', 'has_all', [...all, all[0], 'more']))).toEqual(['many']);
    expect(await found(leaf('tags', 'has_all', [...all, 'less']))).toEqual([]);
    await api.delete(`${path}/${ids.many}?force=false`);
  });

  it('for a user whom a policy limits to a long list', async () => {
    const condition_json = leaf('name', 'in', long('one', 'two'));
    await createPolicy(api, { action: 'select', condition_json }, typeId);
    const { client } = await createUser(api);
    const list = await client.get(`${path}/list`);
    expect(list.body.data.results.map(({ id }: { id: string }) => id)).toEqual([ids.two, ids.one]);
    expect((await client.get(`${path}/${ids.three}`)).status).toBe(404);
    await dropPolicies(api, typeId);
  });
});

it.each(['in', 'has_any', 'has_all'])('%s evaluates a long list as a set', async (operator) => {
  const compiled = async (values: unknown[]) => {
    const { rows } = await server.db.query(
      `select f.sets, f.condition::text from app.object_types t,
         app.compile_filter(row(t.*)::app.object_types, $2, 'filters') f where t.id = $1`,
      [typeId, JSON.stringify(leaf(operator === 'in' ? 'name' : 'tags', operator, values))],
    );
    return rows[0];
  };
  const [short, large] = [await compiled(long()), await compiled(long('more', 'and', 'more'))];
  expect(Object.keys(short.sets)).toHaveLength(900);
  expect(Object.keys(large.sets)).toHaveLength(902);
  expect(large.condition).toBe(short.condition);
});
