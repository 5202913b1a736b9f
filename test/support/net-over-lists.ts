import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { functionOf, isPlatform, type Route } from '../../src/operations/route.ts';
import { createTenant } from './api.ts';
import { copyRows } from './copy-rows.ts';
import {
  filtersOf,
  type Growth,
  isCounted,
  isPaged,
  type ListCase,
  listCases,
  lists,
  pagedBy,
  sortsOf,
} from './list-cases.ts';
import { type Reading, rowsRead } from './rows-read.ts';
import { seedAccount } from './seed-identity.ts';
import { seedDeadLetter } from './seed-jobs.ts';
import { type SeededTenant, seedTenant } from './seed-tenant.ts';
import { useOwnDatabase } from './use-server.ts';

/** How many copies lists in pages have at first and at last, and those that answer with all there is. */
const sizes = { pages: [1_200, 5_000], whole: [20, 200] } as const;
const kindOf = (route: Route) => (isPaged(route) ? 'pages' : 'whole');
/** The allowed difference: pages of an index are not all full, and a row may be looked up for what it belongs to. */
const slack = 40;
/**
 * The reads allowed for each row that a total counts or a filter finds: an entry, the row, and as much for rows that
 * are left out.
 */
const perMatch = 4;

/**
 * The tests of every list.
 * @param prepare what else the database holds before anything grows, which is then all that statistics know
 */
export function netOverLists(prepare?: (db: pg.Pool, tenant: string) => Promise<void>): void {
  const server = useOwnDatabase();
  let seeded: Parameters<Growth>[1];

  type Where = 'first' | 'middle' | 'last';
  interface Shape {
    name: string;
    route: Route;
    list: ListCase;
    args: () => object;
    isFiltered: boolean;
    /** Asked for as it comes: by no filter and in no order. */
    isPlain: boolean;
  }

  /** Every list, plain, by each value of each filter, and in each order. */
  const shapes: Shape[] = lists.flatMap((route) => {
    const list = listCases[route.id] ?? {};
    const shape = (name: string, args: () => object, isFiltered = false): Shape => ({
      name: `${route.id}${name}`,
      route,
      list,
      args,
      isFiltered,
      isPlain: name === '',
    });
    // Before anything is seeded: only the names.
    const values = Object.entries(list.filters?.({} as SeededTenant) ?? {});
    return [
      shape('', () => ({})),
      ...values.flatMap(([name, all]) =>
        all.map((_, n) =>
          shape(` ${name} ${n + 1}`, () => ({ [name]: list.filters?.(seeded)[name]?.[n] }), true),
        ),
      ),
      ...sortsOf(route, list).map((sort) => shape(` ${Object.values(sort).join(' ')}`, () => sort)),
    ];
  });

  const readings = [new Map<string, Record<string, Reading>>(), new Map()] as const;

  /** Errors on the way, by list or shape: each fails only its own test. */
  const faults = new Map<string, unknown>();
  async function attempt(name: string, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      faults.set(name, error);
    }
  }

  beforeAll(async () => {
    const api = await createTenant(server);
    const tenant = api.tenant.id;
    seeded = { ...(await seedTenant(api, 'seeded')), tenant, api };
    seeded.msg_id = await seedDeadLetter(server.db, tenant, 'seeded');
    seeded.identity_id = await seedAccount(server.db, tenant, seeded.user_id, 'seeded');
    await prepare?.(server.db, tenant);
    let before = { pages: 0, whole: 0 };
    for (const step of [0, 1] as const) {
      for (const route of lists)
        await attempt(route.id, () => grow(route, before[kindOf(route)], step));
      before = { pages: sizes.pages[step], whole: sizes.whole[step] };
      // Files are planned with each call, and whether to walk or to sort them hangs on how large the largest tenant is
      // known to be; all else must do without that.
      await server.db.query(prepare ? 'analyze app.files' : 'analyze');
      for (const shape of shapes)
        await attempt(shape.name, async () => readings[step].set(shape.name, await read(shape)));
    }
  }, 400_000);

  /** Makes a list as long as it is at this step. */
  async function grow(route: Route, before: number, step: 0 | 1): Promise<void> {
    const { rows = [] } = listCases[route.id] ?? {};
    const [from, to] = [before + 1, sizes[kindOf(route)][step]];
    if (typeof rows === 'function') await rows(server.db, seeded, from, to);
    else for (const copies of rows) await copyRows(server.db, seeded.tenant, copies, from, to);
  }

  const principals = {
    key: () => ({ type: 'api_key', id: seeded.key_id, scopes: ['*'] }),
    user: () => ({ type: 'user', id: seeded.user_id, user_id: seeded.user_id, scopes: ['*'] }),
  };

  function call({ route, list, args }: Shape, more: object): Promise<Reading> {
    const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      { ...seeded, tenant_id: seeded.tenant }[name as keyof SeededTenant],
    ]);
    const input = {
      ...Object.fromEntries(named),
      ...(isPaged(route) && { limit: 20 }),
      ...(pagedBy(route) === 'offset' && { offset: 0 }),
      ...list.args?.(seeded),
      ...args(),
      ...more,
    };
    const principal = principals[list.isOfUser ? 'user' : 'key']();
    const schema = isPlatform(route) ? 'platform' : 'api';
    return rowsRead(server.pool, seeded.tenant, functionOf(route), input, principal, schema);
  }

  /**
   * The rows that the pages of a list read: its first one, one in the middle, the last one, and the first one without
   * a total.
   */
  async function read(shape: Shape): Promise<Record<string, Reading>> {
    const found: Record<string, Reading> = { first: await call(shape, {}) };
    const by = pagedBy(shape.route);
    const bare = isCounted(shape.route) ? { count: 'none' } : {};
    if (isCounted(shape.route)) found['first, not counted'] = await call(shape, bare);
    const there = total((found.first as Reading).answer);
    for (const [where, skipped] of [
      ['middle', Math.min(Math.floor(there / 2), 1_000)],
      ['last', there - 5],
    ] as const) {
      if (skipped <= 0 || !by || (skipped > 1_000 && !shape.isPlain)) continue;
      if (by === 'offset') found[where] = await call(shape, { offset: skipped });
      else {
        const { answer } = await call(shape, { ...bare, limit: skipped });
        const after = continued(answer);
        if (after !== null) found[where] = await call(shape, { ...bare, [by]: after });
      }
    }
    return found;
  }

  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  const total = (answer: any): number =>
    answer.$headers?.['X-Total-Count'] ?? answer.total ?? rowsOf(answer).length;

  /** The rows of a list, in whichever of the three forms it is. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  function rowsOf(answer: any): any[] {
    const data = answer.$headers ? answer.data : answer;
    return Array.isArray(data) ? data : (Object.values(data).find(Array.isArray) ?? []);
  }

  /** Where the next page begins: a cursor, or the version below which it does. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  const continued = (answer: any): string | number | null =>
    answer.next_cursor ?? answer.next_since ?? rowsOf(answer).at(-1)?.version ?? null;

  /** How many rows an answer says there are: what it counted was read, and no more than that may be. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  function counted(answer: any): number {
    const counts = rowsOf(answer).flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        name.endsWith('_count') ? [Number(value)] : [],
      ),
    );
    return counts.reduce((sum, count) => sum + count, total(answer));
  }

  it.each(lists.map((route) => [route.id, route] as const))(
    '%s is in the net, with all its filters',
    (id, route) => {
      const { [id]: list } = listCases;
      if (faults.has(id)) throw faults.get(id);
      if (!list) throw new Error(`Add "${id}" to list-cases.ts of its group: what makes it longer`);
      expect(Object.keys(list.filters?.({} as SeededTenant) ?? {}).toSorted()).toEqual(
        filtersOf(route).toSorted(),
      );
    },
  );

  it.each(lists.filter(isPaged).map((route) => [route.id, route] as const))(
    '%s can say that there are more than its total',
    (id, route) => {
      const { total, total_relation } =
        route.returns instanceof z.ZodObject ? route.returns.shape : {};
      const isEndless = total !== undefined && total_relation === undefined;
      expect([id, isEndless]).toEqual([id, false]);
    },
  );

  it('the net names no list that is gone', () => {
    const ids = lists.map(({ id }) => id);
    expect(Object.keys(listCases).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(shapes.map((shape) => [shape.name, shape] as const))(
    'a page of %s reads no more of a long list than of a short one',
    (name, { route, list, isFiltered, isPlain }) => {
      if (faults.has(name)) throw faults.get(name);
      const [short, long] = readings.map(
        (map) => map.get(name) as Record<Where, Reading> | undefined,
      );
      const [few, many] = [short, long].map((found) => counted(found?.first.answer)) as [
        number,
        number,
      ];
      const rows = Object.entries(long ?? {}).map(([where, { read }]) => {
        const before = Object.entries(short ?? {}).filter(
          ([w]) => (w === 'first') === (where === 'first'),
        );
        const reads = Math.max(...before.map(([, reading]) => reading.read));
        const isCounting = where === 'first' || !isCounted(route) || isFiltered;
        const most = isPaged(route)
          ? reads + (isCounting ? perMatch * (many - few) : 0) + (list.scans ?? 0)
          : (reads * many) / Math.max(few, 1) + (list.scans ?? 0);
        return [where, read <= most + slack ? 'ok' : `${reads} rows, then ${read}`];
      });
      expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(rows.map(([w]) => [w, 'ok'])));
      if (isPlain) expect(rowsOf(long?.first.answer).length, 'rows on a page').toBeGreaterThan(0);
    },
  );
}
