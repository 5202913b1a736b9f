import { beforeAll, expect, it } from 'vitest';
import { rowsRead } from '../support/rows-read.ts';
import { saveObjects } from '../support/save-objects.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const sizes = { small: 1_000, large: 8_000 };
type Size = keyof typeof sizes;
type Args = Record<string, unknown>;

const server = useOwnDatabase();
const api = useTenant(server);
/** The records made for the types of each size. */
const made = {} as Record<Size, { object: string; views: Record<string, string> }>;

beforeAll(async () => {
  for (const size of Object.keys(sizes) as Size[]) await fill(size);
  // Removed entries of an index are read until it is vacuumed.
  await server.db.query('vacuum analyze');
}, 400_000);

/** Things whose code ten share, each of an owner who has ten; and two types with a hundred objects that differ. */
async function fill(size: Size): Promise<void> {
  const things = await defineType(`things-${size}`);
  const owners = await defineType(`owners-${size}`);
  const ids = await seed(things, sizes[size]);
  const ownerIds = await seed(owners, sizes[size] / 10);
  await api.post('/v1/association-types', {
    from_type: `things-${size}`,
    to_type: `owners-${size}`,
    name: 'owner',
  });
  await server.db.query(
    `insert into app.associations (tenant_id, id, association_type, from_type_id, from_id,
       to_type_id, to_id, meta, created_at, updated_at)
     select $1, app.new_id('asc'), 'owner', $2, f.id, $3, ($5::text[])[1 + n % cardinality($5)],
       '{}', now(), now()
     from unnest($4::text[]) with ordinality f(id, n)`,
    [api.tenant.id, things, owners, ids, ownerIds],
  );
  await saveObjects(server.db, 'update', things, ids);
  const views: Record<string, string> = {};
  for (const [name, view] of Object.entries({
    equal: { filters: { code: 'c7' }, sort: { property: 'title' } },
    range: { filters: { n: { gte: 500, lt: 598 } }, sort: { property: 'n', order: 'desc' } },
  })) {
    const { body } = await api.post(`/v1/object-types/things-${size}/views`, { name, ...view });
    views[name] = body.data.id;
  }
  made[size] = { object: ids[500] as string, views };

  const live = await defineType(`few-trashed-${size}`);
  await saveObjects(server.db, 'delete', live, (await seed(live, sizes[size])).slice(400, 500));
  const trashed = await defineType(`few-live-${size}`);
  const all = await seed(trashed, sizes[size]);
  await saveObjects(server.db, 'delete', trashed, [...all.slice(0, 400), ...all.slice(500)]);
}

async function defineType(name: string): Promise<string> {
  const { body } = await api.post('/v1/object-types', { name });
  for (const [property, data_type] of [
    ['n', 'integer'],
    ['code', 'string'],
    ['title', 'string'],
  ] as const)
    await api.post(`/v1/object-types/${name}/properties`, {
      name: property,
      data_type,
      is_indexed: property !== 'title',
    });
  return body.data.id;
}

const seed = (typeId: string, count: number) =>
  seedObjects(
    server.db,
    typeId,
    count,
    `jsonb_build_object('n', i, 'code', 'c' || i / 10, 'title', 'thing ' || i)`,
  );

interface Shape {
  operation: string;
  args: (size: Size) => Args;
}
const of = (operation: string, type: string, args: Args = {}): Shape => ({
  operation,
  args: (size) => ({ object_type_id: `${type}-${size}`, ...args }),
});
const search = (filters: unknown, args: Args = {}) =>
  of('object_search', 'things', { filters, ...args });
const owner = (filters: unknown, quantifier = 'some', args: Args = {}): Shape => ({
  operation: 'object_search',
  args: (size) => ({
    object_type_id: `things-${size}`,
    filters: [
      {
        association: {
          type: 'owner',
          direction: 'out',
          to_type: `owners-${size}`,
          filters,
          quantifier,
        },
      },
    ],
    ...args,
  }),
});
const view = (name: string): Shape => ({
  operation: 'view_results',
  args: (size) => ({ object_type_id: `things-${size}`, view_id: made[size].views[name] }),
});

const systemSorts = ['created_at', 'updated_at', 'version'];
const orders = ['asc', 'desc'];
const sorted = (sorts: string[], shape: (args: Args) => Shape, name: string) =>
  Object.fromEntries(
    sorts.flatMap((sort) =>
      orders.map((order) => [`${name}, by ${sort} ${order}`, shape({ sort, order })]),
    ),
  );

/** Shapes that read as much of a large type as of a small one. */
const shapes: Record<string, Shape> = {
  'a list beside a few in the trash': of('object_list', 'few-trashed'),
  'the trash beside many that live': of('object_trash', 'few-trashed'),
  'the trash beside a few that live': of('object_trash', 'few-live'),
  'a search beside many in the trash': of('object_search', 'few-live', {
    filters: { code: 'c45' },
  }),
  'a range beside many in the trash': of('object_search', 'few-live', {
    filters: { n: { gte: 0 } },
    sort: 'n',
  }),
  'a list by an index beside many in the trash': of('object_list', 'few-live', { sort: 'n' }),
  'one of two, both indexed': search([{ or: [{ code: 'c7' }, { n: { gte: 500, lt: 520 } }] }]),
  'one of two and a third': search([
    { or: [{ code: 'c7' }, { title: 'thing 500' }] },
    { n: { gte: 450, lt: 520 } },
  ]),
  'an association with what an index finds': owner([{ code: 'c7' }]),
  'a page of an association with none of a few': owner([{ code: 'c7' }], 'none', { count: 'none' }),
  'a view of ten, by what has no index': view('equal'),
  'a view along an index': view('range'),
  ...sorted(['created_at', 'id'], (args) => of('object_list', 'things', args), 'a list'),
  ...sorted([...systemSorts, 'title'], (args) => search({ code: 'c7' }, args), 'ten'),
  ...sorted(
    [...systemSorts, 'title'],
    (args) => search({ n: { gte: 500, lt: 598 } }, args),
    'a range',
  ),
  'the versions of one object': {
    operation: 'object_versions',
    args: (size) => ({ object_type_id: `things-${size}`, object_id: made[size].object }),
  },
};

/** Shapes that read the type; docs/data/ gives the reason. Shapes that no longer do belong above. */
const exceptions: Record<string, Shape> = {
  'a list beside many in the trash': of('object_list', 'few-live'),
  'one of two, one without an index': search([{ or: [{ code: 'c7' }, { title: 'thing 500' }] }]),
  'an association with none of almost all': owner([{ n: { gt: 1 } }], 'none'),
  'an association with what no index finds': owner([{ title: 'thing 7' }]),
  ...sorted(
    ['updated_at', 'version', 'title'],
    (args) => of('object_list', 'things', args),
    'a list',
  ),
};

/** The most that is read by the first page, with its total, and by the one after it. */
async function most(shape: Shape, size: Size): Promise<number> {
  const args = { ...shape.args(size), limit: 5 };
  const first = await rowsRead(server.pool, api.tenant.id, shape.operation, args);
  expect((first.answer.results ?? first.answer.data ?? first.answer).length).toBeGreaterThan(0);
  const { next_cursor: cursor } = first.answer;
  if (!cursor) return first.read;
  const next = await rowsRead(server.pool, api.tenant.id, shape.operation, { ...args, cursor });
  return Math.max(first.read, next.read);
}

/** Pages of an index are not all full, and a larger tree has another level. */
const slack = 60;
it.each(Object.entries(shapes))('%s: no more is read of a large type', async (_, shape) => {
  const [small, large] = [await most(shape, 'small'), await most(shape, 'large')];
  expect(large, `${small} rows, then ${large}`).toBeLessThanOrEqual(small + slack);
});

it.each(Object.entries(exceptions))('%s: the type is read', async (_, shape) => {
  const [small, large] = [await most(shape, 'small'), await most(shape, 'large')];
  expect(large, `${small} rows, then ${large}`).toBeGreaterThan(
    small + (sizes.large - sizes.small) / 2,
  );
});
