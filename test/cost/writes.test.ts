import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { meterOf, type WriteCost, type WriteMeter } from '../support/write-cost.ts';

const server = useOwnDatabase();
const api = useTenant(server);

const values = {
  code: 'A-1',
  n: 2,
  title: 'three',
  text: 'four five',
  price: 6.5,
  due: '2026-11-27',
};
const things = '/v1/objects/things';
const at = (id: string) => `${things}/${id}`;

let meter: WriteMeter;
/** Objects that are changed, deleted and linked, each once. */
let ids: string[];

beforeAll(async () => {
  meter = await meterOf(server, api);
  const properties = [
    { name: 'code', data_type: 'string', is_indexed: true },
    { name: 'n', data_type: 'integer', is_indexed: true },
    { name: 'title', data_type: 'string', is_indexed: true },
    { name: 'text', data_type: 'text' },
    { name: 'price', data_type: 'number' },
    { name: 'due', data_type: 'date' },
  ];
  await good(api.post('/v1/object-types', { name: 'things' }));
  for (const one of properties) await good(api.post('/v1/object-types/things/properties', one));
  await good(
    api.post('/v1/association-types', { from_type: 'things', to_type: 'things', name: 'next' }),
  );
  ids = (await createMany()).ids;
});
afterAll(() => meter?.close());

const createMany = () =>
  good(api.post(`${things}/batch/create`, { objects: Array(100).fill({ properties: values }) }));

const search = (filters: object[], more: object = {}) =>
  good(api.post(`${things}/search`, { filters, ...more }));
const read: Omit<WriteCost, 'statements' | 'buffers'> = { rows: [], entries: [], wal: 0 };

/**
 * Requests, and their cost in the database. A figure that grows needs a reason that is worth it; one that shrinks is
 * lowered here. `wal` is at most so many bytes: texts such as times differ by a few; so do
 * `buffers`, as trees grow.
 */
const kept: Record<string, [request: (n: number) => Promise<unknown>, cost: WriteCost]> = {
  'the read of an object': [
    () => good(api.get(at(ids[0] as string))),
    { statements: 5, buffers: 9, rows: [], entries: [], wal: 0 },
  ],
  'a list': [() => good(api.get(`${things}/list`)), { ...read, statements: 6, buffers: 12 }],
  'a search for one value': [
    () => search([{ property: 'code', operator: 'eq', value: 'A-1' }]),
    { ...read, statements: 7, buffers: 24 },
  ],
  'a search for a number': [
    () => search([{ property: 'n', operator: 'eq', value: 2 }]),
    { ...read, statements: 7, buffers: 24 },
  ],
  'a search for a range, in its order': [
    () =>
      search(
        [
          { property: 'n', operator: 'gte', value: 2 },
          { property: 'n', operator: 'lt', value: 3 },
        ],
        { sort: 'n' },
      ),
    { ...read, statements: 7, buffers: 24 },
  ],
  'an object, created': [
    () => good(api.post(things, { properties: values })),
    {
      statements: 10,
      buffers: 38,
      rows: ['journal +1', 'object_counts ~1', 'object_index +3', 'object_search +1', 'objects +1'],
      entries: ['journal 2', 'object_index 3', 'object_search 2', 'objects 1'],
      wal: 3_400,
    },
  ],
  'a patch of an indexed property': [
    (n) => good(api.patch(at(ids[0] as string), { properties: { n: 100 + n } })),
    {
      statements: 10,
      buffers: 33,
      rows: ['journal +1', 'object_index ^1', 'object_versions +1', 'objects ~1'],
      entries: ['journal 2', 'object_index 1', 'object_versions 1'],
      wal: 2_150,
    },
  ],
  'a patch of a text': [
    (n) => good(api.patch(at(ids[0] as string), { properties: { text: `text ${n}` } })),
    {
      statements: 10,
      buffers: 38,
      rows: ['journal +1', 'object_search ^1', 'object_versions +1', 'objects ~1'],
      entries: ['journal 2', 'object_search 2', 'object_versions 1'],
      wal: 2_450,
    },
  ],
  'an object, put into the trash': [
    (n) => good(api.delete(at(ids[20 + n] as string))),
    {
      statements: 13,
      buffers: 63,
      rows: [
        ...['journal +1', 'object_counts ~1', 'object_index -3', 'object_search -1'],
        ...['object_versions +1', 'objects ^1'],
      ],
      entries: ['journal 2', 'object_versions 1', 'objects 2'],
      wal: 2_600,
    },
  ],
  'an object, taken out of the trash': [
    (n) => good(api.post(`${at(ids[20 + n] as string)}/restore`)),
    {
      statements: 13,
      buffers: 60,
      rows: [
        ...['journal +1', 'object_counts ~1', 'object_index +3', 'object_search +1'],
        ...['object_versions +1', 'objects ^1'],
      ],
      entries: ['journal 2', 'object_index 3', 'object_search 2', 'object_versions 1', 'objects 1'],
      wal: 4_050,
    },
  ],
  'an association': [
    (n) => good(api.put(`${at(ids[40 + n] as string)}/associations/next/things/${ids[60 + n]}`)),
    {
      statements: 9,
      buffers: 36,
      rows: ['associations +1', 'journal +1'],
      entries: ['associations 6', 'journal 4'],
      wal: 3_300,
    },
  ],
  'a custom event': [
    () => good(api.post('/v1/events', { event_type: 'opened', data: { page: 1 } })),
    { statements: 5, buffers: 17, rows: ['journal +1'], entries: ['journal 6'], wal: 1_400 },
  ],
};

describe('a request costs no more than it did:', () => {
  it.each(Object.entries(kept))('%s', async (_, [request, cost]) => {
    const { wal, buffers, ...found } = await meter.of(request);
    const { wal: most, buffers: pages, ...expected } = cost;
    expect(found).toEqual(expected);
    expect(wal).toBeLessThanOrEqual(most);
    expect(wal).toBeGreaterThanOrEqual(most * 0.9);
    expect(buffers).toBeLessThanOrEqual(pages * 1.15 + 3);
    expect(buffers).toBeGreaterThanOrEqual(pages * 0.8);
  });

  it('100 objects, created at once, share statements of the request', async () => {
    const { statements, rows } = await meter.of(createMany);
    expect(statements).toBe(12);
    expect(rows).toEqual([
      ...['journal +100', 'object_counts ~1', 'object_index +300', 'object_search +100'],
      'objects +100',
    ]);
  });

  it('the type of an object is not looked up again by PostgreSQL for requests that share a transaction', async () => {
    const request = { method: 'POST', path: things, body: { properties: values } };
    const times = async (n: number) =>
      (
        await meter.of(() =>
          good(api.post('/v1/transaction', { requests: Array(n).fill(request) })),
        )
      ).statements;
    expect((await times(3)) - (await times(2))).toBe(9);
  });
});
