import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer({ LOG_LEVEL: 'error' });
const tenant = useTenant(server);
let type: DefinedType;
let views: string;
beforeAll(async () => {
  type = await defineType(tenant, {
    status: 'string',
    score: { data_type: 'integer', is_sortable: true },
    note: 'string',
  });
  views = `/v1/object-types/${type.id}/views`;
  const objects = Array.from({ length: 12 }, (_, n) => ({
    properties: { status: n % 2 ? 'open' : 'done', score: (n * 7) % 12, note: `n${n}`, free: n },
  }));
  await tenant.post(`${type.path}/batch/create`, { objects });
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
});

const create = async (body: object): Promise<string> =>
  `${views}/${(await tenant.post(views, { name: 'View', ...body })).body.data.id}`;
const resultsOf = async (view: string, query = '') =>
  (await tenant.get(`${view}/results?${query}`)).body.data;
const scores = ({ results }: { results: { properties: { score: number } }[] }) =>
  results.map(({ properties }) => properties.score);

describe('the results of a view', () => {
  it('match the search with its filters, order and columns', async () => {
    const filters = [{ property: 'status', operator: 'eq', value: 'open' }];
    const view = await create({
      filters,
      sort: { property: 'score', order: 'desc' },
      columns: ['score', 'status', 'id'],
    });
    const searched = await tenant.post(`${type.path}/search`, {
      filters,
      sort: 'score',
      order: 'desc',
      properties: ['score', 'status'],
    });
    const found = await resultsOf(view);
    expect(found).toEqual(searched.body.data);
    expect(scores(found)).toEqual([11, 9, 7, 5, 3, 1]);
    expect(Object.keys(found.results[0].properties).toSorted()).toEqual(['score', 'status']);
  });

  it('come in pages, each object once', async () => {
    const view = await create({ filters: { status: 'open' }, sort: { property: 'score' } });
    const found: number[] = [];
    let cursor = '';
    do {
      const page = await resultsOf(view, `limit=4${cursor && `&cursor=${cursor}`}`);
      expect([page.total, page.total_relation]).toEqual([6, 'eq']);
      found.push(...scores(page));
      cursor = page.next_cursor;
    } while (cursor);
    expect(found).toEqual([1, 3, 5, 7, 9, 11]);
  });

  it('of a view without settings are all objects, newest first', async () => {
    const found = await resultsOf(await create({}));
    expect(found).toMatchObject({ total: 12 });
    expect(found.results.map((o: { properties: { free: number } }) => o.properties.free)).toEqual(
      Array.from({ length: 12 }, (_, n) => 11 - n),
    );
    expect((await resultsOf(await create({}), 'count=none')).total).toBe(null);
  });

  it('refuse the cursor of another view', async () => {
    const open = await create({ filters: { status: 'open' } });
    const done = await create({ filters: { status: 'done' } });
    const { next_cursor } = await resultsOf(open, 'limit=1');
    const { status, body } = await tenant.get(`${done}/results?cursor=${next_cursor}`);
    expect([status, body.error.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('leave out a deleted column, and name the filter on a deleted property', async () => {
    const view = await create({ columns: ['note', 'score'] });
    const filtered = await create({ filters: { note: 'n1' } });
    await tenant.delete(`/v1/object-types/${type.id}/properties/${type.properties.note}`);
    const { results } = await resultsOf(view);
    expect(Object.keys(results[0].properties)).toEqual(['score']);
    const { status, body } = await tenant.get(`${filtered}/results`);
    expect([status, body.error.code]).toEqual([400, 'UNKNOWN_PROPERTY']);
    expect(body.error.message).toMatch(/filters/);
  });
});
