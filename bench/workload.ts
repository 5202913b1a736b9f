import type pg from 'pg';
import { fillType } from './data.ts';
import type { Harness, Ours } from './harness.ts';

/** The everyday requests of an application: objects of six properties and about 250 bytes, three of them indexed. */
export const operations = [
  'get',
  'list',
  'middle',
  'eq',
  'eighth',
  'range',
  'create',
  'patch',
] as const;
export type Operation = (typeof operations)[number];
export type Loads = Record<Operation, Ours>;

export const says: Record<Operation, string> = {
  get: 'GET one object',
  list: 'list 20, first page',
  middle: 'list 20, cursor in the middle',
  eq: 'search, one indexed value, 10 objects have it',
  eighth: 'search, one indexed value, an eighth of all have it, 20 wanted',
  range: 'search, gte and lt on one indexed property, sorted by it, 98 match',
  create: 'create, 3 indexed properties',
  patch: 'patch, version kept',
};

const groups = 8;
const shareACode = 10;
const note = 'a few words about what was agreed '.repeat(4);
const range = 98;

/** Of the object with the number n, of so many. */
export const propertiesOf = (rows: number) => `jsonb_build_object(
  'name', 'Customer ' || n, 'code', 'code-' || n % ${rows / shareACode}, 'group', n % ${groups}, 'amount', n,
  'city', 'City ' || n % 20, 'note', '${note}')`;

/** The values that searches look for; each search draws one. */
export const values = (rows: number) => ({
  codes: Array.from({ length: Math.min(rows / shareACode, 1_000) }, (_, n) => `code-${n}`),
  groups: Array.from({ length: groups }, (_, n) => String(n)),
  starts: Array.from({ length: 80 }, (_, n) => String(Math.floor((n * (rows - range)) / 80))),
});

export const bodies = {
  create: JSON.stringify({
    properties: {
      name: 'Customer',
      code: 'code-new-{n}',
      group: 3,
      amount: 0,
      city: 'London',
      note,
    },
  }),
  patch: '{"properties":{"city":"Paris {n}"}}',
};

/** Makes the type, with so many objects. @returns ids of 10,000 of them, or of all */
export async function makeType(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  type: string,
  rows: number,
): Promise<string[]> {
  await harness.post('/v1/object-types', { name: type });
  for (const [name, data_type, is_indexed] of [
    ['name', 'string', false],
    ['code', 'string', true],
    ['group', 'integer', true],
    ['amount', 'number', true],
    ['city', 'string', false],
    ['note', 'string', false],
  ])
    await harness.post(`/v1/object-types/${type}/properties`, { name, data_type, is_indexed });
  return fillType(db, tenant, type, rows, propertiesOf(rows));
}

/** @param ids of objects of the type; @param rows how many it has */
export async function loadsOf(
  harness: Harness,
  type: string,
  ids: string[],
  rows: number,
): Promise<Loads> {
  const path = `/v1/objects/${type}`;
  const own = { url: harness.api.url, tokens: [harness.token] };
  const get = (paths: string[], drawn: string[] = ['']): Ours => ({
    ...own,
    method: 'GET',
    paths,
    ids: drawn,
  });
  const send = (
    method: 'POST' | 'PATCH',
    at: string,
    body: string,
    drawn: string[] = [''],
  ): Ours => ({
    ...own,
    method,
    paths: [path + at],
    ids: drawn,
    body,
  });
  const search = (body: object, drawn?: string[]) =>
    send('POST', '/search', JSON.stringify(body), drawn);
  const { codes, starts } = values(rows);
  const ranges = starts.map(Number).map((start) =>
    JSON.stringify([
      { property: 'amount', operator: 'gte', value: start },
      { property: 'amount', operator: 'lt', value: start + range },
    ]),
  );
  return {
    get: get([`${path}/{}`], ids),
    list: get([`${path}/list`]),
    middle: get([
      `${path}/list?cursor=${await cursorAt(harness, path, Math.min(rows / 2, 5_000))}`,
    ]),
    eq: search({ filters: [{ property: 'code', operator: 'eq', value: '{}' }] }, codes),
    eighth: search({ filters: [{ property: 'group', operator: 'eq', value: 3 }] }),
    range: send('POST', '/search', '{"filters":{},"sort":"amount"}', ranges),
    create: send('POST', '', bodies.create),
    patch: send('PATCH', '/{}', bodies.patch, ids),
  };
}

/** The cursor after `at` objects of a list. */
async function cursorAt(harness: Harness, path: string, at: number): Promise<string> {
  let cursor = '';
  for (let seen = 0; seen < at; seen += 100) {
    const res = await fetch(
      `${harness.api.url}${path}/list?limit=100${cursor && `&cursor=${cursor}`}`,
      { headers: { authorization: `Bearer ${harness.token}` } },
    );
    cursor = ((await res.json()) as { data: { next_cursor: string } }).data.next_cursor;
  }
  return cursor;
}
