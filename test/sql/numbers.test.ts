import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'sums' });
  for (const [name, data_type] of [
    ['name', 'string'],
    ['n', 'number'],
    ['f', 'float'],
    ['p', 'percent'],
    ['i', 'integer'],
    ['price', 'currency'],
    ['extra', 'json'],
    ['list', 'array'],
    ['map', 'object'],
  ])
    await api.post('/v1/object-types/sums/properties', { name, data_type });
});

/** The answer as text: what a client reads it with is its own affair. */
async function raw(sql: string, params: unknown[] = [], more = {}): Promise<string> {
  const answer = await fetch(`${server.url}/v1/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql, params, ...more }),
  });
  return answer.text();
}
const write = (sql: string, params: unknown[] = []) =>
  api.post('/v1/sql', { sql, params, allow_write: true });

describe('a SELECT answers', () => {
  it.each([
    ['9007199254740993.0', '"9007199254740993.0"'],
    ['0.12345678901234567890', '"0.12345678901234567890"'],
    ['1.0000000000000001', '"1.0000000000000001"'],
    ['123456789012345678901234567890.5', '"123456789012345678901234567890.5"'],
    ['9007199254740993::bigint', '"9007199254740993"'],
    ['-9223372036854775807::bigint', '"-9223372036854775807"'],
    ['90.00', '90.00'],
    ['9007199254740992::bigint', '9007199254740992'],
    ['1e20', '100000000000000000000'],
    ['0.1::float8 + 0.2::float8', '0.30000000000000004'],
    ['1e300::float8', '1e+300'],
    ['0.1::float4', '0.1'],
    [
      `'{"a": [9007199254740993, 1.10, "9007199254740993"]}'::jsonb`,
      '{"a": ["9007199254740993", 1.10, "9007199254740993"]}',
    ],
    [`'[1e400]'::json`, '["1e400"]'],
    ['array[0.12345678901234567890, null, 0.5]', '["0.12345678901234567890",null,0.5]'],
    [
      'json_build_object($$9007199254740993$$, 9007199254740993)',
      '{"9007199254740993" : "9007199254740993"}',
    ],
    ['sum(x) from (values (9007199254740992), (1)) v(x)', '"9007199254740993"'],
  ])('%s with each digit', async (sql, expected) => {
    const value = /"rows":\[\{"[^"]+":(.*)\}\],"row_count"/.exec(await raw(`select ${sql}`))?.[1];
    expect(value).toBe(expected);
  });

  it('also a long list of them', async () => {
    const sql = `select 1 as one, json_agg('"\\' || x)::jsonb || json_agg(x + 0.12345678901234567890)::jsonb as many from generate_series(1, 3000) x`;
    const [{ many }] = (await api.post('/v1/sql', { sql })).body.data.rows;
    expect(many).toEqual([
      ...Array.from({ length: 3000 }, (_, n) => `"\\${n + 1}`),
      ...Array.from({ length: 3000 }, (_, n) => `${n + 1}.12345678901234567890`),
    ]);
  });

  it('any decimal as a number, or as a text of the same value', async () => {
    const digits = (max: number) =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max })
        .map((d) => d.join(''));
    const decimal = fc
      .tuple(fc.constantFrom('', '-'), digits(22), digits(22))
      .map(([sign, whole, fraction]) => `${sign}${whole}.${fraction}`);
    await fc.assert(
      fc.asyncProperty(fc.array(decimal, { minLength: 1, maxLength: 20 }), async (numbers) => {
        const sql = `select ${numbers.map((n, i) => `'${n}'::numeric as c${i}`).join(', ')}`;
        const { body } = await api.post('/v1/sql', { sql });
        const shown = Object.values(body.data.rows[0]).map(String);
        const back = `select ${shown.map((n, i) => `'${n}'::numeric = '${numbers[i]}'::numeric as c${i}`).join(', ')}`;
        const same = await api.post('/v1/sql', { sql: back });
        expect(Object.values(same.body.data.rows[0])).toEqual(numbers.map(() => true));
      }),
      { numRuns: 20 },
    );
  });
});

describe('a change', () => {
  it.each([
    ['n', '9007199254740993.0'],
    ['n', '9007199254740993'],
    ['f', '0.12345678901234567890'],
    ['p', '1.0000000000000001'],
    ['i', '9007199254740991.4'],
    ['extra', `'{"a": 9007199254740993.0}'`],
    ['extra', `jsonb '{"a": 9007199254740993.0}'`],
    ['extra', 'to_jsonb(0.12345678901234567890)'],
    ['list', `'[1, 0.12345678901234567890]'`],
    ['list', 'array[0.12345678901234567890]'],
    ['map', `jsonb_build_object('a', 123456789012345678901234567890.5)`],
    ['n', `jsonb '{"a": 9007199254740993.0}'->'a'`],
    ['n', `'9007199254740993.0'`],
  ])('of %s to %s is refused by the name of the column', async (column, value) => {
    for (const sql of [
      `insert into sums (name, ${column}) values ('fine', null), ('x', ${value})`,
      `update sums set ${column} = ${value} where name = 'kept'`,
    ]) {
      await write(
        `insert into sums (name) select 'kept' where not exists (select 1 from sums where name = 'kept')`,
      );
      const { status, body } = await write(sql);
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.error.param).toMatch(new RegExp(`^rows\\[\\d\\]\\.${column}`));
    }
    const { body } = await api.post('/v1/sql', {
      sql: `select * from sums where name in ('fine', 'x')`,
    });
    expect(body.data.rows).toEqual([]);
  });

  it('keeps what a double keeps', async () => {
    const { status, body } = await write(
      `insert into sums (name, n, f, p, extra, list) values
       ('d', 1.10, 1e2, 0.30000000000000004, '{"a": [1.50, 5e-324]}', array[0.5, 9007199254740992.0]) returning *`,
    );
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.data.rows[0]).toMatchObject({
      n: 1.1,
      f: 100,
      p: 0.30000000000000004,
      extra: { a: [1.5, 5e-324] },
      list: [0.5, 9007199254740992],
    });
  });

  it('keeps each digit of money, and RETURNING shows each', async () => {
    const amount = '12345678901234567890.123456789';
    const made = await write(
      `insert into sums (name, price, price_currency) values ('m', ${amount}, 'EUR') returning id, price`,
    );
    expect(made.body.data.rows[0].price).toBe(amount);
    const { id } = made.body.data.rows[0];
    const stored = async () => (await api.get(`/v1/objects/sums/${id}`)).body.data.properties.price;
    expect(await stored()).toEqual({ amount, currency: 'EUR' });
    const text = await raw(
      `update sums set price = price - 12345678901234567800 where name = 'm' returning price`,
      [],
      { allow_write: true },
    );
    expect(text).toContain('"rows":[{"price":90.123456789}]');
    expect(await stored()).toEqual({ amount: '90.123456789', currency: 'EUR' });
    // Also as jsonb.
    await write(`update sums set price = to_jsonb(${amount}) where name = 'm'`);
    expect(await stored()).toEqual({ amount, currency: 'EUR' });
  });
});

it('money without a currency stays a number, which keeps what a double keeps', async () => {
  await api.post('/v1/objects/sums', { properties: { name: 'bare', price: 12.5 } });
  const { status, body } = await write(
    `update sums set price = price * 2 where name = 'bare' returning price, price_currency`,
  );
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.data.rows).toEqual([{ price: 25, price_currency: null }]);
  const long = await write(`update sums set price = 0.12345678901234567890 where name = 'bare'`);
  expect([long.status, long.body.error.param]).toEqual([400, 'rows[0].price']);
});
