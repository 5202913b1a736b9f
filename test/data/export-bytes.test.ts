import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnkeepable } from '../../src/ground/shapes/json-values.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type Listed, naiveExport } from './naive-export.ts';

const server = useServer();
const api = useTenant(server);

const types = {
  ...{ name: 'string', note: 'text', n: 'number', i: 'integer', b: 'boolean', tags: 'array' },
  ...{ any: 'json', map: 'object', at: 'datetime', price: 'currency' },
};

/** Bytes of the file of an export of all objects of a type. */
async function bytesOf(body: object): Promise<string> {
  const { body: answer } = await api.post('/v1/data/export', { order: 'asc', ...body });
  expect(answer.error).toBeUndefined();
  const file = await fetch(server.url + answer.data.download_url, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.length).toBe(answer.data.size_bytes);
  return bytes.toString();
}

async function listed(path: string): Promise<Listed[]> {
  const { body } = await api.get(`${path}/list?limit=100&sort=id&order=asc`);
  return body.data.results;
}

const hard = fc.constantFrom(
  ...[
    '=1',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '"',
    "'",
    ',',
    ', ',
    ': ',
    '\\',
    '\\"',
    '\\u0000',
  ],
  ...[
    '😀',
    '𝄞',
    'é',
    'é',
    '\u2028',
    '\ufeff',
    '\u00a0=1',
    '＝1',
    '\u0001',
    '\u007f',
    '[',
    '{',
    '}',
  ],
  ...[
    'null',
    'true',
    '0',
    'A',
    'z',
    '_',
    ';',
    '<',
    '?',
    '%',
    '%s',
    '$1',
    "''",
    '$$',
    '\ud7ff',
    '\ue000',
  ],
);
const text = fc
  .array(fc.oneof(hard, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 5 })
  .map((parts) => parts.join('').replaceAll('\0', ''));
/** Numbers that PostgreSQL and JavaScript write in the same way. */
const number = fc.oneof(
  fc.integer(),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000),
);
const name = fc.oneof(
  fc.stringMatching(/^[a-z_][A-Za-z_-]{0,8}$/),
  text.filter((key) => key !== '' && !/^\d+$/.test(key) && key.length < 100),
);
const undefinedName = name.filter((key) => !Object.hasOwn(types, key));
const json = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      text,
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    ),
  }))
  .value.filter((value) => findUnkeepable(JSON.stringify(value)) === undefined);
const row = fc
  .record(
    {
      ...{ name: text, note: text, n: number, i: fc.maxSafeInteger(), b: fc.boolean() },
      tags: fc.array(json, { maxLength: 3 }),
      any: json.filter((value) => value !== null),
      map: fc.dictionary(name, json, { maxKeys: 3 }),
      at: fc.constantFrom('2026-11-20T10:00:00Z', '0001-01-01T00:00:00.123Z'),
      price: fc.constantFrom({ amount: 12.5, currency: 'EUR' }),
    },
    { requiredKeys: [] },
  )
  .chain((defined) =>
    fc
      .dictionary(undefinedName, json, { maxKeys: 2 })
      .map((free) => ({ ...free, ...defined }) as Record<string, unknown>),
  )
  .filter((value) => !JSON.stringify(value).includes('__proto__'));

describe('the bytes of an export', () => {
  it('are those that a writer of each single value makes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        const type = await defineType(api, types);
        const sent = await api.post('/v1/data/import', { object_type_id: type.id, rows });
        expect(sent.body.error).toBeUndefined();
        const objects = await listed(type.path);
        for (const format of ['ndjson', 'json', 'csv'] as const)
          expect(await bytesOf({ object_type_id: type.id, format })).toBe(
            naiveExport(format, objects, types),
          );
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('contain numbers that can be imported again, however large or small', async () => {
    const type = await defineType(api, { n: 'number' });
    const free = [1e-7, -1.5e300, '1000000000000000000000000'];
    await api.post(type.path, { properties: { n: 1e21, free } });
    const body = await bytesOf({ object_type_id: type.id, format: 'ndjson' });
    expect(body).toContain(
      '"n": 1e+21, "free": [0.0000001, -1.5e+300, "1000000000000000000000000"]',
    );
    expect(JSON.parse(body)).toMatchObject({ n: 1e21, free });
  });

  it('contain every property of objects that have hundreds of different ones', async () => {
    const type = await defineType(api, { n: 'integer' });
    const rows = Array.from({ length: 30 }, (_, i) => ({
      n: i,
      ...Object.fromEntries(Array.from({ length: 10 }, (_, k) => [`p${i * 10 + k}`, [k, 'a, b']])),
    }));
    await api.post('/v1/data/import', { object_type_id: type.id, rows });
    for (const format of ['ndjson', 'csv'] as const)
      expect(await bytesOf({ object_type_id: type.id, format })).toBe(
        naiveExport(format, await listed(type.path), { n: 'integer' }),
      );
  });

  it('hold names as data, also those that look like SQL', async () => {
    const type = await defineType(api);
    const names = ["'", "';--", '%s', '%1$L', '$1', '$sql$', '"', '\\', 'a b', "\\'"];
    const properties = Object.fromEntries(names.map((one) => [one, `${one} =`]));
    await api.post(type.path, { properties });
    const chosen = [...names, 'not there', names[0]];
    for (const format of ['ndjson', 'csv'] as const) {
      const all = await bytesOf({ object_type_id: type.id, format });
      expect(all).toBe(naiveExport(format, await listed(type.path), {}));
    }
    const some = await bytesOf({ object_type_id: type.id, format: 'ndjson', properties: chosen });
    expect(Object.keys(JSON.parse(some)).slice(1, -4)).toEqual(names);
    const table = await bytesOf({ object_type_id: type.id, properties: chosen });
    expect(table.split('\r\n')[0]).toContain('not there,created_at');
  });

  it('are in the order of any property, missing values last, ties by id', async () => {
    const type = await defineType(api, {
      n: { data_type: 'integer', is_sortable: true },
      plain: 'string',
    });
    const rows = Array.from({ length: 1200 }, (_, i) => ({
      ...(i % 7 > 0 ? { n: i % 5 } : {}),
      ...(i % 6 > 0 ? { plain: `t${i % 4}` } : {}),
    }));
    await api.post('/v1/data/import', { object_type_id: type.id, rows });
    for (const [sort, order] of [
      ['n', 'asc'],
      ['n', 'desc'],
      ['plain', 'asc'],
      ['plain', 'desc'],
      ['id', 'desc'],
    ]) {
      const file = await bytesOf({ object_type_id: type.id, format: 'json', sort, order });
      const ids = JSON.parse(file).map(({ id }: { id: string }) => id);
      const pages: string[] = [];
      let next = '';
      do {
        const { body } = await api.get(
          `${type.path}/list?limit=100&sort=${sort}&order=${order}${next}`,
        );
        pages.push(...body.data.results.map(({ id }: { id: string }) => id));
        next = body.data.next_cursor ? `&cursor=${body.data.next_cursor}` : '';
      } while (next);
      expect(ids).toEqual(pages);
    }
  });
});
