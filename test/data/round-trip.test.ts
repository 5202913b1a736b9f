import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnkeepable } from '../../src/ground/shapes/json-values.ts';
import { guard, unguard } from '../../src/tools/tables/formula-guard.ts';
import type { TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const from = useTenant(server);
const to = useTenant(server);

/** Texts that spreadsheets, CSV and JSON find hard. */
const hard = fc.constantFrom(
  ...[
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '"',
    '""',
    "'",
    ',',
    ';',
    ' ',
    '＝',
    '＋',
    '－',
    '＠',
  ],
  ...[
    '=1+1',
    "'=x",
    '\u00a0',
    'ä',
    '💩',
    '\u202e',
    '\ufeff',
    'null',
    'true',
    '1',
    '{}',
    '[]',
    '\\',
    '\u0001',
  ],
);
const text = fc.oneof(
  fc
    .array(fc.oneof(hard, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 6 })
    .map((parts) => parts.join('').replaceAll('\0', '')),
);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
  fc.integer(),
);
/** Values that the API accepts. */
const isKept = (value: unknown) => findUnkeepable(JSON.stringify(value)) === undefined;
const json = fc
  .jsonValue({ maxDepth: 2 })
  .filter(
    (value) => value !== null && !JSON.stringify(value).includes('__proto__') && isKept(value),
  )
  .map((value) => JSON.parse(JSON.stringify(value)));
const record = fc.record(
  {
    name: text,
    note: text,
    n: number.filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value)),
    i: fc.maxSafeInteger(),
    b: fc.boolean(),
    tags: fc.array(json, { maxLength: 3 }),
    any: json,
    day: fc.constantFrom('2026-11-20', '0001-01-01'),
  },
  { requiredKeys: [] },
);

const properties = {
  ...{ name: 'string', note: 'text', n: 'number', i: 'integer', b: 'boolean', tags: 'array' },
  ...{ any: 'json', day: 'date' },
};

/** The properties of every object of a type, in the order of creation. */
async function readAll(api: TenantClient, path: string): Promise<unknown[]> {
  const { body } = await api.get(`${path}/list?limit=100&sort=id&order=asc`);
  return body.data.results.map((one: { properties: object }) => one.properties);
}

describe('an export imported by another tenant', () => {
  it.each(['csv', 'json', 'ndjson'])('has equal values, as %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 30 }), async (rows) => {
        const [source, target] = [
          await defineType(from, properties),
          await defineType(to, properties),
        ];
        const sent = await from.post('/v1/data/import', { object_type_id: source.id, rows });
        expect(sent.body.error).toBeUndefined();
        const { data } = (
          await from.post('/v1/data/export', { object_type_id: source.id, format, order: 'asc' })
        ).body;
        const file = await fetch(server.url + data.download_url, {
          headers: { authorization: `Bearer ${from.token}` },
        });
        const form = new FormData();
        form.set('object_type_id', target.id);
        form.set('file', await file.blob(), data.filename);
        const answer = await to.send('POST', '/v1/data/import', { body: form });
        expect(answer.body.error).toBeUndefined();
        expect(answer.body.data.created).toBe(rows.length);
        expect(await readAll(to, target.path)).toEqual(await readAll(from, source.path));
      }),
      { numRuns: 12 },
    );
  });
});

describe('the quote that guards against formulas', () => {
  it('is removed from every text that has it, and from no other', () => {
    fc.assert(fc.property(text, (value) => unguard(guard(value)) === value));
  });

  it.each([
    ...['=cmd|/c calc!A1', '+1', '-1', '@x', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'],
    ...['"=1', " '=1", '  =1', '\n=1'],
  ])('is put before %j', (value) => {
    expect(guard(value)).toBe(`'${value}`);
  });

  it.each(['a=1', '1-2', "'tis", '', 'x@y.de'])('is not put before %j', (value) => {
    expect(guard(value)).toBe(value);
  });
});
