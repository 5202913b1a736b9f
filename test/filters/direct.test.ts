import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { properties } from './arbitraries.ts';
import { seedBoth, types } from './seed.ts';

const server = useServer();
const api = useTenant(server);

beforeAll(async () => {
  await seedBoth(api);
});

const operators = ['eq', 'gt', 'gte', 'lt', 'lte'];

/** One or two comparisons of one property, mostly of the form that one stretch of an index answers. */
const request = fc.constantFrom(...Object.entries(properties)).chain(([property, { values }]) =>
  fc.record(
    {
      filters: fc.array(
        fc.record({
          property: fc.constant(property),
          operator: fc.constantFrom(...operators),
          value: fc.oneof(
            { arbitrary: fc.constantFrom(...values), weight: 9 },
            { arbitrary: fc.constantFrom<unknown>('$now', null, 'x', 3), weight: 1 },
          ),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      sort: fc.constantFrom(property, 'created_at', 'name'),
      order: fc.constantFrom('asc', 'desc'),
      count: fc.constant('none'),
      limit: fc.integer({ min: 5, max: 40 }),
    },
    { requiredKeys: ['filters', 'limit'] },
  ),
);
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;

/** The answers of both ways, or what each refuses with. */
async function answers(type: string, args: object) {
  const of = async (way: string) => {
    const { rows } = await server.db
      .query(
        `select app.${way}(row(t.*)::app.object_types, $3) as answer from app.object_types t where t.tenant_id = $1 and t.name = $2`,
        [api.tenant.id, type, JSON.stringify(args)],
      )
      .catch((error: { detail: string }) => ({ rows: [{ answer: { refused: error.detail } }] }));
    return rows[0].answer;
  };
  return { direct: await of('search'), compiled: await of('search_compiled') };
}

/** Follows the cursors, so that both ways read the same pages. */
async function expectSamePages(type: string, args: Request): Promise<void> {
  let cursor: string | null | undefined;
  do {
    const { direct, compiled } = await answers(type, { ...args, ...(cursor ? { cursor } : {}) });
    expect(direct).toEqual(compiled);
    cursor = direct.next_cursor;
  } while (cursor);
}

describe.each(types)('searches of one property of the type %s', (type) => {
  it('are answered, or refused, as the compiler of filters does it', async () => {
    await fc.assert(
      fc.asyncProperty(request, (args) => expectSamePages(type, args)),
      { numRuns: 150 },
    );
  });
});

it.each([
  [[{ property: 'size', operator: 'eq', value: 2 }], undefined],
  [[{ property: 'name', operator: 'gte', value: 'a' }], 'name'],
])('a search for %j does not compile its filter', async (filters, sort) => {
  const client = await server.db.connect();
  try {
    await client.query('begin');
    await client.query('drop function app.search_compiled');
    const { rows } = await client.query(
      `select app.search(row(t.*)::app.object_types, $2) as answer from app.object_types t where t.tenant_id = $1 and t.name = 'indexed'`,
      [api.tenant.id, JSON.stringify({ filters, sort, limit: 5 })],
    );
    expect(rows[0].answer.results).not.toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
