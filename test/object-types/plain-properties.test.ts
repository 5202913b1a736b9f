import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();

const dataTypes = [
  ...['string', 'text', 'richtext', 'email', 'url', 'phone', 'slug', 'color', 'number', 'integer'],
  ...['float', 'percent', 'currency', 'rating', 'boolean', 'date', 'datetime', 'time', 'array'],
  ...['object', 'json', 'enum'],
] as const;

/** Names that a jsonpath and a regular expression could take for something else. */
const name = fc.constantFrom('a', 'b', '$b', 'c"d', 'e\\f', 'g.h', '*', 'ü', 'i j', "k'l");

const values: Record<string, unknown[]> = {
  string: ['', 'London', 'x'.repeat(10_001), 'x'.repeat(10_000)],
  email: ['ada@example.com', 'Ada@Example.com', 'no', `${'a'.repeat(65)}@example.com`],
  url: ['https://example.com/A', 'HTTPS://Example.com', 'ftp://example.com'],
  phone: ['+4930123456', '0049 30 123456', '12'],
  slug: ['my-page-1', 'My Page', 'x'.repeat(201)],
  color: ['#1a2b3c', '#1A2B3C', 'red'],
  number: [0, 1.5, -3, 6, 9007199254740992, 1e300],
  currency: [{ amount: '12.30', currency: 'EUR' }, { amount: '1', currency: 'eur' }, { amount: 1 }],
  boolean: [true, false],
  date: ['2026-11-20', '2026-02-30', '0000-01-01'],
  datetime: ['2026-11-20T18:23:00Z', '2026-11-20T18:23:00+00:00', '2026-11-20'],
  time: ['18:23', '18:23:59', '24:00'],
  array: [[], ['London'], [1], [null], [true]],
  object: [{}, { a: null }],
  enum: ['new', 'with "quotes"', 'back\\slash', '$', 'other'],
  none: [null],
};
const value = fc.constantFrom(...Object.values(values).flat());

const definition = fc.record(
  {
    type: fc.constantFrom(...dataTypes),
    required: fc.constant(true),
    default: fc.constantFrom('London', 1, true),
  },
  { requiredKeys: ['type'] },
);
const definitions = fc.dictionary(name, definition, { maxKeys: 4 });
const properties = fc.dictionary(fc.oneof(name, fc.constantFrom('', 'untyped')), value, {
  maxKeys: 5,
});

it('takes properties at once as it takes them one by one, whatever their type and value', async () => {
  await server.db.query(`
      create function app.test_taken(p_type jsonb, p_input jsonb, p_old jsonb) returns jsonb
      language plpgsql as $$
      declare v_detail text;
      begin
        return jsonb_build_object('kept', app.properties_normalize(
          jsonb_populate_record(null::app.object_types, p_type), p_input, p_old, 'properties'));
      exception when others then
        get stacked diagnostics v_detail = pg_exception_detail;
        return jsonb_build_object('refused', sqlerrm, 'state', sqlstate, 'detail', v_detail);
      end $$;
      create function app.test_both(p_definition jsonb, p_is_strict boolean, p_input jsonb, p_old jsonb)
      returns table (quick jsonb, slow jsonb)
      language sql as $$
        select app.test_taken(t.type || jsonb_build_object('plain', app.plain_path(p_definition)), p_input, p_old),
          app.test_taken(t.type, p_input, p_old)
        from (select jsonb_build_object('name', 'things', 'is_strict', p_is_strict,
          'definition', p_definition, 'formatted', app.formatted_names(p_definition),
          'names', array(select jsonb_object_keys(p_definition))) as type) t
      $$`);
  await fc.assert(
    fc.asyncProperty(
      definitions,
      fc.boolean(),
      properties,
      fc.option(properties),
      async (defined, isStrict, input, old) => {
        const full = Object.fromEntries(
          Object.entries(defined).map(([key, given]) => [
            key,
            given.type === 'enum' ? { ...given, enum: values.enum?.slice(0, 4) } : given,
          ]),
        );
        const { rows } = await server.db.query('select * from app.test_both($1, $2, $3, $4)', [
          JSON.stringify(full),
          isStrict,
          JSON.stringify(input),
          old === null ? null : JSON.stringify(old),
        ]);
        expect(rows[0].quick).toEqual(rows[0].slow);
      },
    ),
    { numRuns: 1500 },
  );
});

it('checks plain properties by one path, of new objects and of changes', async () => {
  const { rows } = await server.db.query(
    `select app.plain_path(d)::text as path, jsonb_path_match($2, app.plain_path(d), '{"is_new": true}', true) as holds,
       jsonb_path_match($3, app.plain_path(d), '{"is_new": true}', true) as lacks,
       jsonb_path_match($3, app.plain_path(d), '{"is_new": false}', true) as changes
     from (select $1::jsonb) t(d)`,
    [
      '{"city": {"type": "string", "required": true}, "number": {"type": "integer"}}',
      '{"city": "London", "number": 3}',
      '{"number": 3}',
    ],
  );
  expect(rows[0]).toMatchObject({ holds: true, lacks: false, changes: true });
});
