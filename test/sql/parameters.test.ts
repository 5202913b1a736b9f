import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonical } from '../../src/ground/shapes/canonical.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'notes' });
  for (const [name, data_type] of [
    ['title', 'string'],
    ['tags', 'array'],
    ['extra', 'json'],
    ['map', 'object'],
    ['size', 'integer'],
    ['done', 'boolean'],
    ['seen', 'datetime'],
  ])
    await api.post('/v1/object-types/notes/properties', { name, data_type });
});

const ask = (sql: string, params: unknown[], more = {}) =>
  api.post('/v1/sql', { sql, params, ...more });
const answered = async (sql: string, ...params: unknown[]) => {
  const { body } = await ask(`select ${sql} as value`, params);
  return body.error ?? body.data.rows[0].value;
};

describe('a parameter is what PostgreSQL infers', () => {
  it.each<[string, unknown, unknown]>([
    ['$1::jsonb', [[1, 2]], [[1, 2]]],
    ['$1::jsonb', [1, 'x'], [1, 'x']],
    ['$1::jsonb', [], []],
    ['$1::jsonb', [null, { a: [null] }], [null, { a: [null] }]],
    ['$1::jsonb', { a: 1 }, { a: 1 }],
    ['$1::json', ['"', '\\'], ['"', '\\']],
    ['$1::jsonb', 5, 5],
    ['$1::jsonb', true, true],
    ['$1::jsonb', null, null],
    ['$1::jsonb', '{"a": [1]}', { a: [1] }],
    ["'[1]'::jsonb || $1", [2], [1, 2]],
    ["'[1,2]'::jsonb @> $1", [2], true],
    ["$1 <@ '[1,2]'::jsonb", [3], false],
    ["jsonb_set('{}', '{a}', $1)", ['x'], { a: ['x'] }],
    ["jsonb_set('{\"a\":{}}', $1, '1')", ['a', 'b'], { a: { b: 1 } }],
    ['to_jsonb($1::text[])', ['a', null, '"'], ['a', null, '"']],
    ['$1::int[]', [1, null, 3], [1, null, 3]],
    [
      '$1::int[]',
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['$1::int[]', [], []],
    ['$1::int[]', '{1,2}', [1, 2]],
    ['$1::text[]', ['a,b', '{}', '', 'NULL', '\\'], ['a,b', '{}', '', 'NULL', '\\']],
    ['$1::text[]', [1, true, { a: 1 }], ['1', 'true', '{"a":1}']],
    ['$1::boolean[]', [true, false, null], [true, false, null]],
    ['$1::jsonb[]', [1, 'x', null, [2], { a: 1 }], [1, 'x', null, [2], { a: 1 }]],
    ['$1::date[]', ['2026-01-02', null], ['2026-01-02', null]],
    ['$1::interval[]', ['1 day'], ['1 day']],
    ["'b' = any($1)", ['a', 'b'], true],
    ['2 = any($1)', [1, 3], false],
    ['array_length($1::text[], 1)', ['a', 'b'], 2],
    ['$1::text', [1, 'x'], '[1,"x"]'],
    ['$1::text', { a: 1 }, '{"a":1}'],
    ['$1::text', 7, '7'],
    ['$1::text', 1.5, '1.5'],
    ['$1::text', true, 'true'],
    ['$1::numeric + 0', '0.12345678901234567890', '0.12345678901234567890'],
    ['$1::bigint', '9007199254740993', '9007199254740993'],
    ['$1::int', 7, 7],
    ['$1::boolean', false, false],
    ['$1::timestamptz', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05+00:00'],
    ['$1::date', '2026-01-02', '2026-01-02'],
  ])('%s of %j', async (sql, given, expected) => {
    // The second time the types are known, and the third time the statement is prepared.
    for (let n = 0; n < 3; n++) expect(await answered(sql, given)).toEqual(expected);
  });

  it('and one beside another of another type', async () => {
    expect(
      await answered(
        '$1::jsonb || to_jsonb($2::int[]) || to_jsonb($3::text) || $4::jsonb',
        [1],
        [2],
        '3',
        { a: [4] },
      ),
    ).toEqual([1, 2, '3', { a: [4] }]);
  });

  it('any JSON, however it is nested', async () => {
    const property = fc.asyncProperty(
      fc
        .array(fc.jsonValue({ maxDepth: 3, noUnicodeString: false }), { maxLength: 5 })
        // Bodies are read without it, as a name that JavaScript gives a meaning.
        .filter((values) => !JSON.stringify(values).includes('__proto__')),
      async (given) => {
        const sent = canonical(JSON.parse(JSON.stringify(given)));
        const got = await answered('$1::jsonb', sent);
        // No body may hold a NUL, or half a character.
        if (got?.code === 'VALIDATION_ERROR') return;
        expect(got).toEqual(sent);
        expect(await answered('to_jsonb($1::jsonb[])', sent)).toEqual(sent);
      },
    );
    await fc.assert(property, { numRuns: 30 });
  });

  it.each<[string, unknown]>([
    ['$1::int', [1]],
    ['$1::int[]', [[1], [2, 3]]],
    ['$1::jsonb', 'x'],
    ['$1::int[]', ['x']],
    ['unnest($1)', [1]],
    ['$1::jsonb + 1', [1]],
    ['nothing($1)', [1]],
  ])('and what it cannot be is an error of PostgreSQL: %s of %j', async (sql, given) => {
    const { status, body } = await ask(`select ${sql} as value`, [given]);
    expect([400, 403]).toContain(status);
    expect(['SQL_ERROR', 'FORBIDDEN']).toContain(body.error.code);
    // The connection goes on.
    expect(await answered('$1::jsonb', [1])).toEqual([1]);
  });

  it('explains a statement with a list', async () => {
    const { status } = await ask('select 1 from notes where tags @> $1', [['a']], {
      explain: true,
    });
    expect(status).toBe(200);
  });
});

describe('a parameter of a change', () => {
  const write = (sql: string, params: unknown[]) => ask(sql, params, { allow_write: true });
  const stored = async (id: string) =>
    (await api.get(`/v1/objects/notes/${id}`)).body.data.properties;

  it('becomes what the property holds', async () => {
    const { status, body } = await write(
      `insert into notes (title, tags, extra, map, size, done, seen)
       values ($1, $2, $3, $4, $5, $6, $7), ($8, $9, null, null, null, null, null) returning id`,
      ['a', ['1', 'x'], [[1, 2], null], { a: [] }, 3, true, '2026-01-02T03:04:05Z', 'b', []],
    );
    expect([status, body.error]).toEqual([200, undefined]);
    const [one, other] = body.data.rows;
    expect(await stored(one.id)).toEqual({
      title: 'a',
      tags: ['1', 'x'],
      extra: [[1, 2], null],
      map: { a: [] },
      size: 3,
      done: true,
      seen: '2026-01-02T03:04:05+00:00',
    });
    expect(await stored(other.id)).toEqual({ title: 'b', tags: [] });
    const changed = await write(
      `update notes set tags = tags || $1, extra = $2, map = jsonb_set(map, '{a}', $3)
       where tags @> $4 returning tags, extra, map`,
      [['y'], ['z', { n: null }], [{ b: 1 }], ['x']],
    );
    expect(changed.body.data.rows).toEqual([
      { tags: ['1', 'x', 'y'], extra: ['z', { n: null }], map: { a: [{ b: 1 }] } },
    ]);
    expect(await stored(one.id)).toMatchObject(changed.body.data.rows[0]);
  });

  it('leaves a text in json the text that it is', async () => {
    const { body } = await api.post('/v1/objects/notes', {
      properties: { title: 'text', extra: '5' },
    });
    await write(`update notes set extra = extra, size = 1 where title = 'text'`, []);
    expect(await stored(body.data.id)).toMatchObject({ extra: '5', size: 1 });
  });
});

it('is the same in a function', async () => {
  const { body: made } = await api.post('/v1/functions', {
    name: 'asks',
    runtime: 'javascript',
    code: `export default async (input, ctx) => (await ctx.db('select $1::jsonb as a, $2::int[] as b', [[[1], 'x'], [1, null]])).rows`,
  });
  const { body } = await api.post(`/v1/functions/${made.data.id}/execute`, { input: {} });
  expect(body.data.output).toEqual([{ a: [[1], 'x'], b: [1, null] }]);
});
