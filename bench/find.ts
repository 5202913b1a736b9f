import type pg from 'pg';
import { fillType } from './data.ts';
import type { Harness, Ours } from './harness.ts';

/** Searches of a type of a million objects, against reads by id, other pages and a small type. */
export async function measureFind(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  ours: Ours,
  rows: number,
): Promise<void> {
  await harness.createType('found');
  const ids = await fillType(db, tenant, 'found', rows);
  await harness.createType('few');
  await fillType(db, tenant, 'few', 10_000);
  const search = (body: object, type = 'found'): Ours => ({
    ...ours,
    method: 'POST',
    paths: [`/v1/objects/${type}/search`],
    body: JSON.stringify(body).replace('"{}"', '{}'),
  });

  // As many different objects as are read by id.
  const numbers = ids.map(() => String(1 + Math.floor(Math.random() * rows)));
  const byNumber = search({ filters: [{ property: 'number', operator: 'eq', value: '{}' }] });
  const [found, read] = await harness.inTurns(
    { ...byNumber, ids: numbers },
    {
      ...ours,
      ids,
      paths: ['/v1/objects/found/{}'],
    },
  );
  harness.report(
    `search by an indexed value of ${rows} objects, against GET by id`,
    found / read,
    0.8,
    '>=',
    `${Math.round(found)}/s of ${Math.round(read)}/s`,
  );

  const range = {
    filters: [{ property: 'number', operator: 'gte', value: rows / 10 }],
    sort: 'number',
  };
  const [first, deep] = await harness.inTurns(
    search(range),
    search({ ...range, cursor: await cursorAt(harness, range, 500) }),
  );
  harness.report(
    'range in its order, page 500, time against page 1',
    first / deep,
    1.5,
    '<=',
    `${Math.round(deep)}/s, ${Math.round(first)}/s`,
  );

  for (const [what, query] of [
    ['a word of 20 objects', 'w77'],
    ['a word of one in a hundred objects', 'topic7'],
  ] as const) {
    const [many, few] = await harness.inTurns(search({ query }), search({ query }, 'few'));
    harness.report(
      `full text, ${what}, ${rows} objects, time against 10,000`,
      few / many,
      3,
      '<=',
      `${Math.round(many)}/s, ${Math.round(few)}/s`,
    );
  }
}

/** The cursor of a page of 20, counted from 1. */
async function cursorAt(harness: Harness, body: object, page: number): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let seen = 0; seen < (page - 1) * 20; seen += 100) {
    const limit = Math.min(100, (page - 1) * 20 - seen);
    const answer = await harness.post<{ next_cursor: string }>('/v1/objects/found/search', {
      ...body,
      limit,
      cursor,
      count: 'none',
    });
    cursor = answer.next_cursor;
  }
  return cursor;
}
