import { beforeAll, describe, expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

/** Values that a data type accepts, and their normal form if it differs: `[sent, kept]`. */
interface Examples {
  data_type: string;
  enum_values?: string[];
  takes: unknown[];
  normalizes?: [sent: unknown, kept: unknown][];
  refuses: unknown[];
}

const long = (length: number) => 'x'.repeat(length);
const texts = [
  '',
  ' ',
  'a',
  ' a\n\tb ',
  '\u{1F600}',
  'null',
  '{"a":1}',
  "'; drop table app.objects --",
];
const noText = [0, 1, true, false, [], ['a'], {}];
const numbers = [0, 1, -1, 1.5, 0.1, 1e21, 1e-7, 1e308, 5e-324, 2 ** 53 - 1, 1 - 2 ** 53];
const noNumber = ['1', '', true, [1], {}, 'NaN', 'Infinity'];

const examples: Examples[] = [
  { data_type: 'string', takes: [...texts, long(10_000)], refuses: [...noText, long(10_001)] },
  { data_type: 'text', takes: [...texts, long(1_000_000)], refuses: [...noText, long(1_000_001)] },
  { data_type: 'richtext', takes: [...texts, '<b>x</b>'], refuses: [...noText, long(1_000_001)] },
  {
    data_type: 'email',
    takes: ['a@b.co', 'first.last+tag@sub.example-1.org', `${'x'.repeat(64)}@example.com`],
    normalizes: [['Ada@Example.COM', 'ada@example.com']],
    refuses: [
      ...noText,
      ...['', 'a', 'a@', '@b.co', 'a@b', 'a b@c.de', 'a@b..co', 'a@-b.co', 'a@b.co ', '<a@b.co>'],
      ...[`${long(65)}@b.co`, `a@${long(64)}.co`, `a@${`${long(60)}.`.repeat(5)}co`, 'a@b.co\n'],
    ],
  },
  {
    data_type: 'url',
    takes: [
      ...['http://localhost', 'https://example.com/Path?q=A#F', 'http://10.0.0.1:8080/'],
      ...['http://[::1]:3000/x', 'https://пример.рф/ü', `https://a.co/${long(2035)}`],
    ],
    normalizes: [['HTTPS://Example.COM/Path', 'https://example.com/Path']],
    refuses: [
      ...noText,
      ...['', 'example.com', '//example.com', 'ftp://a.co', 'javascript:alert(1)', 'http://'],
      ...['http:///x', 'http://a b.co', 'http://u:p@a.co', 'http://u@a.co', 'http://a.co/ b'],
      ...[
        'http://:80',
        'http://a:b',
        'http://a:123456',
        'http://[::1',
        `http://a.co/${long(2048)}`,
      ],
    ],
  },
  {
    data_type: 'phone',
    takes: ['+4930123456', '+14155550100', '+39066983846'],
    normalizes: [
      ['+49 (30) 12-34.56', '+4930123456'],
      ['0049 30 123456', '+4930123456'],
      ['+49 (0)30 123456', '+4930123456'],
    ],
    refuses: [
      ...noText,
      '',
      '030123456',
      '+0301234567',
      '+12345',
      '+1234567',
      '+123456789012345',
      '+4930123456 ext. 7',
      `+${'1'.repeat(16)}`,
      '+49a',
      '++49',
    ],
  },
  {
    data_type: 'slug',
    takes: ['a', '0', 'my-page-1', long(200)],
    refuses: [...noText, '', 'A', '-a', 'a-', 'a--b', 'a_b', 'a b', 'ä', 'a\n', long(201)],
  },
  {
    data_type: 'color',
    takes: ['#1a2b3c', '#1a2b3cff'],
    normalizes: [['#1A2B3C', '#1a2b3c']],
    refuses: [...noText, '', 'red', '1a2b3c', '#1a2', '#1a2b3', '#1a2b3g', '#1a2b3cf'],
  },
  { data_type: 'number', takes: numbers, refuses: noNumber },
  { data_type: 'float', takes: numbers, refuses: noNumber },
  { data_type: 'percent', takes: numbers, refuses: noNumber },
  {
    data_type: 'integer',
    takes: [0, 1, -1, 1000, 2 ** 53 - 1, 1 - 2 ** 53],
    refuses: [...noNumber, 0.5, -1.5, 1e300],
  },
  { data_type: 'rating', takes: [0, 1, 2, 3, 4, 5], refuses: [...noNumber, -1, 6, 2.5, 1e300] },
  {
    data_type: 'currency',
    takes: [0, 12.3, -5, { amount: '12.30', currency: 'EUR' }, { amount: '-0.5', currency: 'JPY' }],
    normalizes: [
      [
        { amount: '1', currency: 'eur' },
        { amount: '1', currency: 'EUR' },
      ],
      [
        { amount: 12.5, currency: 'USD' },
        { amount: '12.5', currency: 'USD' },
      ],
    ],
    refuses: [
      ...noNumber,
      ...[{ amount: '1' }, { currency: 'EUR' }, { amount: '1,5', currency: 'EUR' }],
      ...[
        { amount: '1e5', currency: 'EUR' },
        { amount: '', currency: 'EUR' },
      ],
      ...[
        { amount: '1', currency: 'EURO' },
        { amount: '1', currency: 'E1R' },
      ],
      ...[
        { amount: '1', currency: 'EUR', note: 'x' },
        { amount: null, currency: 'EUR' },
      ],
      ...[
        { amount: ['1'], currency: 'EUR' },
        { amount: '1'.repeat(31), currency: 'EUR' },
      ],
    ],
  },
  { data_type: 'boolean', takes: [true, false], refuses: [0, 1, 'true', '', [], {}] },
  {
    data_type: 'date',
    takes: ['2026-11-20', '2024-02-29', '0001-01-01', '9999-12-31'],
    refuses: [
      ...[...noText, '', '2026-2-1', '2026-02-30', '2025-02-29', '2026-13-01', '0000-01-01'],
      ...['20.11.2026', '2026-11-20T00:00:00Z', 'today', '12026-01-01', '2026-11-20 '],
    ],
  },
  {
    data_type: 'datetime',
    takes: ['2026-11-20T18:23:00+00:00', '2026-11-20T18:23:00.123456+00:00'],
    normalizes: [
      ['2026-11-20T18:23:00Z', '2026-11-20T18:23:00+00:00'],
      ['2026-11-20T18:23:00.5Z', '2026-11-20T18:23:00.5+00:00'],
      ['2026-11-20 18:23', '2026-11-20T18:23:00+00:00'],
      ['2026-11-20T18:23:00+02:00', '2026-11-20T16:23:00+00:00'],
      ['2026-11-20T18:23:00-0530', '2026-11-20T23:53:00+00:00'],
      ['2026-12-31T23:59:59.9999999Z', '2027-01-01T00:00:00+00:00'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+00:00'],
    ],
    refuses: [
      ...[...noText, '', '2026-11-20', '2026-11-20T', '2026-02-30T00:00:00Z', 'now', 'infinity'],
      ...['2026-11-20T25:00:00Z', '2026-11-20T18:60:00Z', '2026-11-20T18:23:00+99:00'],
      ...['0001-01-01T00:00:00+10:00', '9999-12-31T23:59:59-10:00', '2026-11-20T18:23:00 CET'],
    ],
  },
  {
    data_type: 'time',
    takes: ['00:00:00', '18:23:59', '23:59:59'],
    normalizes: [['18:23', '18:23:00']],
    refuses: [...noText, '', '24:00', '18:60', '18:23:60', '8:23', '18', '18:23:59.5', '18:23Z'],
  },
  {
    data_type: 'json',
    takes: ['', 0, false, [], {}, [null, { a: [null] }], { __proto__x: 1, a: null }, 'x'],
    refuses: [],
  },
  { data_type: 'array', takes: [[], [1, 'a', null, [{}]]], refuses: ['[]', 0, false, {}, ''] },
  { data_type: 'object', takes: [{}, { a: { b: [null] } }], refuses: ['{}', 0, false, [], ''] },
  {
    data_type: 'enum',
    enum_values: ['S', 'M', ' x '],
    takes: ['S', 'M', ' x '],
    refuses: ['s', 'x', '', 'L', 0, true, ['S'], { S: 1 }],
  },
];

const server = useServer();
const tenant = useTenant(server);

describe.each(examples)(
  'the data type $data_type',
  ({ data_type, enum_values, takes, normalizes = [], refuses }) => {
    let path: string;
    const objectsOf = (values: unknown[]) => values.map((value) => ({ properties: { value } }));

    beforeAll(async () => {
      const settings = { data_type, ...(enum_values && { enum_values }), is_indexed: true };
      path = (await defineType(tenant, { value: settings })).path;
    });

    it('keeps valid values, as sent or in a stable normal form', async () => {
      const sent = [...takes, ...normalizes.map(([value]) => value)];
      const kept = [...takes, ...normalizes.map(([, value]) => value)];
      const { status, body } = await tenant.post(`${path}/batch/create`, {
        objects: objectsOf(sent),
      });
      expect([status, body.error]).toEqual([201, undefined]);
      const object_ids: string[] = body.data.ids;
      const read = async () =>
        (await tenant.post(`${path}/batch/read`, { object_ids })).body.data.map(
          (object: { properties: { value: unknown } }) => object.properties.value,
        );
      expect(await read()).toEqual(kept);

      const updates = object_ids.map((object_id, i) => ({
        object_id,
        properties: { value: kept[i] },
      }));
      expect((await tenant.post(`${path}/batch/update`, { updates })).status).toBe(200);
      expect(await read()).toEqual(kept);
    });

    if (refuses.length === 0) return;
    it('refuses invalid values, and names them', async () => {
      const url = `${path}/batch/create?atomic=false`;
      const { body } = await tenant.post(url, { objects: objectsOf(refuses) });
      const answers = body.data.results.map(
        (result: { success: boolean; error?: { code: string; details: unknown[] } }) =>
          result.success ? 'taken' : result.error?.details,
      );
      const refusal = {
        path: 'properties.value',
        code: `invalid_${data_type}`,
        message: expect.stringMatching(/^must be /),
      };
      expect(answers.map((answer: unknown, i: number) => [refuses[i], answer])).toEqual(
        refuses.map((value) => [value, [refusal]]),
      );
    });
  },
);

it('there are examples for each of the 22 data types', async () => {
  const { body } = await tenant.get('/docs/openapi.json');
  const { DataType } = body.components.schemas;
  expect(examples.map((e) => e.data_type).toSorted()).toEqual(DataType.enum.toSorted());
  expect(examples).toHaveLength(22);
});
