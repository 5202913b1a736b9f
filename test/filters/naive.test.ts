import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { naiveOrder } from '../objects/naive-order.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { filterTree, leaf } from './arbitraries.ts';
import { type Filter, holds } from './naive.ts';
import { type Stored, seedBoth, types } from './seed.ts';

const server = useServer();
const api = useTenant(server);
let stored: Record<string, Stored[]>;

beforeAll(async () => {
  stored = await seedBoth(api);
});

interface Page {
  results: Stored[];
  next_cursor: string | null;
  total: number;
}

async function search(type: string, request: object): Promise<Page> {
  const { body } = await api.post(`/v1/objects/${type}/search`, request);
  if (!body.success) throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(body)}`);
  return body.data;
}

const idsOf = (objects: Stored[] = []) => objects.map(({ id }) => id);
const matching = (type: string, filters: Filter[]) =>
  stored[type]?.filter((object) => holds(filters, object)) ?? [];

describe.each(types)('filters on the type %s', (type) => {
  it('find exactly what a naive evaluation finds, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(filterTree, async (filters) => {
        const found = await search(type, { filters, limit: 100 });
        const expected = idsOf(matching(type, filters));
        expect(idsOf(found.results)).toEqual(expected);
        expect(found).toMatchObject({
          total: expected.length,
          total_relation: 'eq',
          next_cursor: null,
        });
      }),
      { numRuns: 600 },
    );
  });

  it('return every match once across pages, in order, with the same total', async () => {
    const sortable = ['name', 'note', 'size', 'stars', 'open', 'day', 'moment', 'state'];
    const request = fc.record({
      filters: fc.oneof(fc.array(leaf, { maxLength: 1 }), filterTree) as fc.Arbitrary<Filter[]>,
      sort: fc.option(fc.constantFrom(...sortable), { nil: undefined }),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      limit: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ filters, sort, order, limit }) => {
        const expected = naiveOrder(matching(type, filters), sort ?? 'id', order);
        const ids: string[] = [];
        let cursor: string | null = null;
        do {
          const page: Page = await search(type, {
            filters,
            sort,
            order,
            limit,
            ...(cursor ? { cursor } : {}),
          });
          expect(page.total).toBe(expected.length);
          ids.push(...idsOf(page.results));
          cursor = page.next_cursor;
        } while (cursor);
        expect(ids).toEqual(idsOf(expected));
      }),
      { numRuns: 100 },
    );
  });

  it('find the same when walking an index, as for too many matches to gather', async () => {
    const request = fc.record({
      filters: fc.oneof(fc.array(leaf, { minLength: 1, maxLength: 2 }), filterTree) as fc.Arbitrary<
        Filter[]
      >,
      sort: fc.constantFrom('id', 'name', 'size', 'day', 'state'),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      after: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ filters, sort, order, after }) => {
        const expected = naiveOrder(matching(type, filters), sort, order);
        const walked = await walk(type, filters, sort, order, expected[after]?.id);
        const rest = expected[after] ? expected.slice(after + 1) : expected;
        expect(walked).toEqual({ ids: idsOf(rest), count: expected.length });
      }),
      { numRuns: 300 },
    );
  });
});

/** The functions below app.search, with a filter that has not been planned. */
async function walk(type: string, filters: Filter[], sort: string, order: string, after?: string) {
  const { rows } = await server.db.query(
    `with args as (
       select row(t.*)::app.object_types as t,
         app.compile_filter(row(t.*)::app.object_types, $3::jsonb, 'filters') as filter, (
         select app.sort_values(app.object_json(row(o.*)::app.objects), $4) from app.objects o where o.tenant_id = $1 and o.id = $6) as after
       from app.object_types t where t.tenant_id = $1 and t.name = $2)
     select app.filter_count(t, filter, 10000) as count,
       array(select o->>'id' from unnest(app.objects_page(t, filter, $4, $5, after, 10000)) o) as ids
     from args`,
    [api.tenant.id, type, JSON.stringify(filters), sort, order === 'desc', after],
  );
  return { ids: rows[0].ids, count: rows[0].count };
}
