import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'things' });
});

const things = '/v1/objects/things';
const create = (json: string) =>
  api.send('POST', things, { headers: { 'content-type': 'application/json' }, body: json });
const createWith = (value: string) => create(`{"properties":{"a":${value}}}`);
const nested = (depth: number, open: string, close: string, core = '1') =>
  open.repeat(depth) + core + close.repeat(depth);

async function expectFault(json: string, path: string, code: string): Promise<void> {
  const { status, body } = await create(json);
  expect([status, body.error]).toMatchObject([
    400,
    { code: 'VALIDATION_ERROR', param: path, details: [{ path, code }] },
  ]);
}

describe('a JSON value that cannot be stored', () => {
  it.each([
    ['a NUL', '{"properties":{"a":"x\\u0000"}}', 'properties.a', 'nul'],
    ['a NUL in a name', '{"properties":{"a\\u0000":1}}', 'properties.a\\u0000', 'nul'],
    [
      'a NUL deep down',
      '{"properties":{"a":[1,{"b":[{"c":"\\u0000"}]}]}}',
      'properties.a[1].b[0].c',
      'nul',
    ],
    ['half a pair', '{"properties":{"a":"\\ud800"}}', 'properties.a', 'surrogate'],
    ['the other half', '{"properties":{"a":"\\uDC00x"}}', 'properties.a', 'surrogate'],
    ['a pair turned round', '{"properties":{"a":"\\udc00\\ud800"}}', 'properties.a', 'surrogate'],
    ['half a pair in a name', '{"properties":{"\\ud83d":1}}', 'properties.\\ud83d', 'surrogate'],
    ['a number too large', '{"properties":{"a":1e400}}', 'properties.a', 'not_finite'],
    ['a negative one', '{"properties":{"a":[0,-1e400]}}', 'properties.a[1]', 'not_finite'],
    ['the largest of PostgreSQL', '{"properties":{"a":1e131071}}', 'properties.a', 'not_finite'],
    ['one of many digits', `{"properties":{"a":${'9'.repeat(400)}}}`, 'properties.a', 'not_finite'],
    ['a number too small', '{"properties":{"a":1e-400}}', 'properties.a', 'not_finite'],
    [
      'an integer too exact',
      '{"properties":{"a":12345678901234567890}}',
      'properties.a',
      'unsafe_integer',
    ],
    ['2⁵³', '{"properties":{"a":9007199254740992}}', 'properties.a', 'unsafe_integer'],
    ['−2⁵³', '{"properties":{"a":-9007199254740992}}', 'properties.a', 'unsafe_integer'],
    ['2⁵³+1 with a point', '{"properties":{"a":9007199254740993.0}}', 'properties.a', 'inexact'],
    [
      '2⁵³+1 with an exponent',
      '{"properties":{"a":9.007199254740993e15}}',
      'properties.a',
      'inexact',
    ],
    [
      'twenty digits behind the point',
      '{"properties":{"a":[{"b":0.12345678901234567890}]}}',
      'properties.a[0].b',
      'inexact',
    ],
    ['nearly 1', '{"properties":{"a":1.0000000000000001}}', 'properties.a', 'inexact'],
    [
      'digits on both sides of the point',
      '{"properties":{"a":123456789012345678901234567890.5}}',
      'properties.a',
      'inexact',
    ],
    [
      'the digits of a double that its shortest text leaves out',
      '{"properties":{"a":0.1000000000000000055511151231257827}}',
      'properties.a',
      'inexact',
    ],
    ['one below the smallest', '{"properties":{"a":4.9e-324}}', 'properties.a', 'inexact'],
    ['a fault in an unknown field', '{"extra":"\\u0000"}', 'extra', 'nul'],
  ])('%s is refused by its path', async (_, json, path, code) => {
    await expectFault(json, path, code);
  });

  it('leaves the list unchanged', async () => {
    expect((await api.get(`${things}/list`)).status).toBe(200);
  });

  it.each([
    ['a pair', '"\\ud83d\\ude00"', '😀'],
    ['a backslash before u0000', '"\\\\u0000"', '\\u0000'],
    ['the largest integer', '9007199254740991', 9007199254740991],
    ['the smallest integer', '-9007199254740991', -9007199254740991],
    ['digits in a text', '"12345678901234567890"', '12345678901234567890'],
    ['zero with an exponent', '0e400', 0],
    ['a large float', '1.7976931348623157e308', 1.7976931348623157e308],
    ['a small float', '5e-324', 5e-324],
    ['a decimal with zeros behind it', '1.10', 1.1],
    ['an exponent', '1e2', 100],
    ['an exponent in capitals', '12.50E+1', 125],
    ['17 digits that are the shortest', '0.30000000000000004', 0.30000000000000004],
    ['17 digits and zeros', '0.300000000000000040000000000', 0.30000000000000004],
    ['a whole number beyond 2⁵³ that a double is', '9007199254740992.0', 9007199254740992],
    ['many zeros', `${'0.'}${'0'.repeat(40)}1`, 1e-41],
    ['minus zero', '-0.0', 0],
  ])('of a valid kind is stored: %s', async (_, json, value) => {
    const { status, body } = await createWith(json);
    expect(status).toBe(201);
    const read = await api.get(`${things}/${body.data.id}`);
    expect(read.body.data.properties.a).toEqual(value);
  });

  it('with two members of the same name keeps the last', async () => {
    expect((await create('{"properties":{"a":1,"a":2}}')).body.data.properties).toEqual({ a: 2 });
  });
});

describe('JSON nesting', () => {
  it('is allowed up to 64 levels', async () => {
    expect((await createWith(nested(62, '[', ']'))).status).toBe(201);
    expect((await createWith(nested(62, '{"a":', '}'))).status).toBe(201);
    await expectFault(`{"properties":{"a":${nested(63, '[', ']')}}}`, 'body', 'too_deep');
    await expectFault(`{"properties":{"a":${nested(63, '{"a":', '}')}}}`, 'body', 'too_deep');
    expect((await api.get(`${things}/list`)).status).toBe(200);
  });

  it.each([5_000, 100_000, 2_000_000])('of %i levels does no harm', async (depth) => {
    for (const json of [
      nested(depth, '[', ']'),
      '['.repeat(depth),
      `{"properties":{"a":${nested(depth, '[', ']')}}}`,
    ])
      await expectFault(json, 'body', 'too_deep');
    expect((await api.get('/health')).status).toBe(200);
  });

  it('does not count brackets inside strings', async () => {
    const text = `"${'[{'.repeat(100)}\\"${'[{'.repeat(100)}\\\\"`;
    expect((await createWith(text)).status).toBe(201);
  });
});

describe('the size of JSON', () => {
  const keys = (length: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, i])));

  it('in names and lists is limited only by the body, up to 20,000 values', async () => {
    const long = JSON.stringify({ ['k'.repeat(1_000_000)]: 1 });
    for (const value of [keys(19_990), long, JSON.stringify(Array(19_990).fill(0))]) {
      const { status, body } = await createWith(value);
      expect([status, body.error]).toEqual([201, undefined]);
    }
  });

  it('is limited to 20,000 values per body, however they are arranged', async () => {
    const singles = JSON.stringify(Array(10_000).fill([0]));
    for (const value of [
      keys(20_000),
      keys(100_000),
      JSON.stringify(Array(20_000).fill(0)),
      singles,
    ]) {
      await expectFault(`{"properties":{"a":${value}}}`, 'body', 'too_many_values');
    }
  });

  it('does not count values inside a string', async () => {
    expect((await createWith(JSON.stringify(keys(100_000)))).status).toBe(201);
  });

  it('is limited in the path of an error', async () => {
    const { body } = await create(`{"properties":{"${'k'.repeat(1_000_000)}":"\\u0000"}}`);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  });
});

function asNfc(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.normalize('NFC'), one]),
  );
}

describe('any number', () => {
  /** A decimal as a fraction of whole numbers. */
  function fraction(source: string): [bigint, bigint] {
    const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e');
    const [whole = '', behind = ''] = mantissa.split('.');
    const power = Number(exponent) - behind.length;
    const size = 10n ** BigInt(Math.abs(power));
    const digits = BigInt(whole + behind);
    return power < 0 ? [digits, size] : [digits * size, 1n];
  }
  const isSame = (one: string, other: string) => {
    const [[a, b], [c, d]] = [fraction(one), fraction(other)];
    return a * d === c * b;
  };
  const digits = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 24 })
    .map((list) => list.join(''));
  const written = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
    fc
      .tuple(
        fc.constantFrom('', '-'),
        digits.map((text) => text.replace(/^0+(?=\d)/, '')),
        fc.option(digits, { nil: undefined }),
        fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined }),
      )
      .map(
        ([sign, whole, behind, power]) =>
          `${sign}${whole}${behind === undefined ? '' : `.${behind}`}${power === undefined ? '' : `e${power}`}`,
      ),
  );

  it('is kept when its shortest double is the same decimal, and otherwise refused', async () => {
    const property = fc.asyncProperty(
      fc.array(written, { minLength: 1, maxLength: 4 }),
      async (numbers) => {
        const { status, body } = await createWith(`[${numbers.join(',')}]`);
        const isKept = (text: string) =>
          isSame(text, String(Number(text))) &&
          (Number.isSafeInteger(Number(text)) || !/^-?\d+$/.test(text));
        const bad = numbers.findIndex((text) => !isKept(text));
        if (bad >= 0) {
          expect([status, body.error?.param]).toEqual([400, `properties.a[${bad}]`]);
          return;
        }
        expect(status).toBe(201);
        const answer = await fetch(`${server.url}${things}/${body.data.id}`, {
          headers: { authorization: `Bearer ${api.token}` },
        });
        const [, shown = ''] = /"a":\s*\[([^\]]*)\]/.exec(await answer.text()) ?? [];
        const stored = shown.split(',').map((text) => text.trim());
        expect(stored.map((text, n) => isSame(text, numbers[n] as string))).toEqual(
          numbers.map(() => true),
        );
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });
});

describe('any JSON', () => {
  it('is refused, or returned as it was sent, its texts as NFC', async () => {
    const property = fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'binary', minLength: 1 }), fc.jsonValue({ maxDepth: 4 }), {
        maxKeys: 5,
      }),
      async (properties) => {
        const { status, body } = await create(JSON.stringify({ properties }));
        if (status === 400)
          return ['VALIDATION_ERROR', 'UNKNOWN_PROPERTY'].includes(body.error.code);
        expect(status).toBe(201);
        const read = await api.get(`${things}/${body.data.id}`);
        const values = Object.entries(JSON.parse(JSON.stringify(properties), asNfc));
        // null at the top is no value.
        const sent = Object.fromEntries(values.filter(([, value]) => value !== null));
        expect(read.body.data.properties).toEqual(sent);
        return true;
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});
