import { expect, it } from 'vitest';
import { bounded, functions } from '../../src/groups/sql/allowed.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

const ask = (sql: string, params: unknown[] = []) => api.post('/v1/sql', { sql, params });
const one = async (expression: string) => {
  const { status, body } = await ask(`select ${expression} as v`);
  return status === 200 ? body.data.rows[0].v : [status, body.error.message];
};
/** A text, a list, of so many of them: made in the statement, as an application cannot be kept from doing. */
const many = (text: string, times: number) =>
  `(select string_agg('${text}', '') from generate_series(1, ${times}))`;
const list = (times: number, from = 0) =>
  `(select array_agg(i::text) from generate_series(${from}, ${from + times}) i)`;
const json = (value: string) => `to_jsonb(${value})`;

/** Statements that ran for minutes or hours, and that neither a cancel nor statement_timeout could stop. */
it.each([
  ['replace', `replace(${many('a', 300_000)}, 'b' || ${many('a', 150_000)}, '')`],
  ['translate', `translate(${many('a', 300_000)}, ${many('b', 300_000)}, '')`],
  ['btrim', `btrim(${many('a', 300_000)}, ${many('b', 300_000)} || 'a')`],
  ['ltrim', `ltrim(${many('a', 300_000)}, ${many('b', 300_000)} || 'a')`],
  ['rtrim', `rtrim(${many('a', 300_000)}, ${many('b', 300_000)} || 'a')`],
  ['strpos', `strpos(${many('a', 300_000)}, 'b' || ${many('a', 150_000)})`],
  ['split_part', `split_part(${many('a', 300_000)}, 'b' || ${many('a', 150_000)}, 1)`],
  ['string_to_array', `string_to_array(${many('a', 300_000)}, 'b' || ${many('a', 150_000)})`],
  ['~~', `${many('a', 300_000)} like '%' || ${many('a', 10_000)} || 'b%a%a'`],
  ['!~~', `${many('a', 300_000)} not like '%' || ${many('a', 10_000)} || 'b%a%a'`],
  ['~~*', `${many('a', 300_000)} ilike '%' || ${many('a', 10_000)} || 'b%a%a'`],
  ['~~', `${many('a', 300_000)}::char(300000) like '%' || ${many('a', 10_000)} || 'b%a%a'`],
  ['~~', `${many('a', 300_000)} like any (array['%' || ${many('a', 10_000)} || 'b%a%a'])`],
  ['*', `${many('9', 65_000)}::numeric * ${many('9', 65_000)}::numeric`],
  ['/', `${many('9', 65_000)}::numeric / ${many('7', 65_000)}::numeric`],
  ['%', `${many('9', 65_000)}::numeric % ${many('7', 65_000)}::numeric`],
  ['^', `${many('9', 65_000)}::numeric ^ 1.5`],
  ['sqrt', `sqrt(${many('9', 65_000)}::numeric)`],
  ['@>', `${list(30_000)} @> ${list(30_000, 50_000)}`],
  ['&&', `${list(30_000)} && ${list(30_000, 50_000)}`],
  ['@>', `${json(list(30_000))} @> ${json(list(30_000, 50_000))}`],
  ['<@', `${json(list(30_000))} <@ ${json(list(30_000, 50_000))}`],
  ['?|', `${json(list(30_000))} ?| ${list(30_000, 50_000)}`],
  ['-', `${json(list(30_000))} - ${list(30_000, 50_000)}`],
])('%s of two long values is refused before it begins', async (name, expression) => {
  expect(await one(`(${expression}) is null`)).toEqual([
    400,
    `the arguments of ${name} are too long together`,
  ]);
});

it.each([
  ['jsonb_agg', 'jsonb_agg(1)', 'Write json_agg(…)::jsonb.'],
  ['jsonb_object_agg', "jsonb_object_agg('a', 1)", 'Write json_object_agg(…)::jsonb.'],
  ['normalize', "normalize('a')", 'docs/data/sql.md lists the allowed ones.'],
  ['position', "position('a' in 'ba')", 'Write strpos(text, part).'],
  ['btrim', "trim(both 'a' from 'ba')", 'Write btrim(text, characters).'],
])('%s, which nothing bounds, is refused with what to write', async (name, expression, advice) => {
  expect(await one(expression)).toEqual([
    403,
    `The function ${name} is not allowed here. ${advice}`,
  ]);
});

it.each([
  ["pg_catalog.replace('a', 'a', 'b')", 'pg_catalog.replace'],
  ['pg_catalog.sqrt(4::numeric, 1)', 'pg_catalog.sqrt'],
  ["'a' operator(pg_catalog.~~) 'a'", 'An operator with its schema'],
])('%s would go past the bound', async (expression, what) => {
  const [status, message] = await one(expression);
  expect([status, message.startsWith(`${what} is not allowed here.`)]).toEqual([403, true]);
});

it('answers of them what PostgreSQL answers', async () => {
  const expressions = [
    "replace('banana', 'an', 'o')",
    "translate('abc', 'ab', 'x')",
    "trim('  a ')",
    "ltrim('xxa', 'x') || rtrim('axx', 'x') || btrim('xax', 'x')",
    "strpos('banana', 'nan')",
    "split_part('a,b,c', ',', -1)",
    "string_to_array('a,b,,c', ',', '')",
    "string_to_array('abc', null)",
    "'Straße' like 'S%e' and 'a' not like 'b_' and 'A' ilike 'a' and not 'x'::char(3) like 'x'",
    "null like 'a'",
    '(1.25 * 3.10)::text || (1::numeric / 3)::text || (7.5 % 2)::text || (2.0 ^ 10)::text',
    '(2 * 3 / 4)::text || (2 * 1.5)::text || (3 / 2.0)::text || (1.5::float8 * 2)::text',
    "array[1,2,3] @> array[2] and array[1] <@ array[1,2] and array['a'] && array['a','b']",
    `'[1,2]'::jsonb @> '[1]' and '{"a":1}'::jsonb ?| array['a','b'] and '{"a":1}'::jsonb ?& array['a']`,
    `('{"a":1,"b":2}'::jsonb - array['a'])::text`,
    'round(ln(2.0), 10)::text || sqrt(16::numeric)::text || mod(7, 4)::text || div(7.5, 2)::text',
  ];
  for (const expression of expressions) {
    const { rows } = await server.db.query(`select ${expression} as v`);
    expect([expression, await one(expression)]).toEqual([expression, rows[0].v]);
  }
});

it('knows each function of the schema bounded by its name', async () => {
  const { rows } = await server.db.query(
    `select distinct p.proname as name from pg_proc p
      where p.pronamespace = 'bounded'::regnamespace and p.proname <> 'refuse'
        and not exists (select from pg_operator o where o.oprcode = p.oid)`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...bounded].sort());
  expect([...bounded].filter((name) => !functions.has(name))).toEqual([]);
});

it('a value that is refused is not repeated whole', async () => {
  const [status, message] = await one(`${many('9', 130_000)}::numeric::float8`);
  expect(status).toBe(400);
  expect(message.length).toBeLessThanOrEqual(1_001);
});
