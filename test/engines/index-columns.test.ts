import { expect, it } from 'vitest';
import { useServer } from '../support/use-server.ts';

const server = useServer();

const types = [
  'string',
  'text',
  'integer',
  'number',
  'float',
  'boolean',
  'date',
  'json',
  'currency',
  'array',
  'enum',
];
const values = [
  ...[
    '',
    'a',
    'A-1',
    '2026-11-27',
    ' ',
    'é😀',
    '\u{10fffd}z',
    '\u{10fffe}',
    '\u{10fffe}z',
    '\u{10ffff}',
    'x'.repeat(256),
  ],
  ...[
    'x'.repeat(257),
    '😀'.repeat(256),
    '😀'.repeat(257),
    0,
    -0,
    7,
    -2.5,
    1e25,
    1e-9,
    9007199254740991,
    true,
    false,
  ],
  ...[null, [], [1], {}, { amount: 2.5, currency: 'eur' }, undefined],
];

it('an index row is what app.index_value, app.index_text and app.index_number make of the value', async () => {
  const cases = types.flatMap((type) =>
    values.flatMap((value) => [true, false].map((unique) => ({ type, value, unique }))),
  );
  const { rows } = await server.db.query(
    `select c.n, c.case, s.texts[1] is not distinct from app.index_text(v.value)
         and s.numbers[1] is not distinct from app.index_number(v.value)
         and s.uniques[1] = ((c.case->>'unique')::boolean and coalesce(jsonb_typeof(v.value) <> 'null', false)) as fits
     from jsonb_array_elements($1) with ordinality c("case", n)
     cross join lateral app.index_columns(
       jsonb_populate_record(null::app.object_types, jsonb_build_object(
         'definition', jsonb_build_object('p', jsonb_build_object('type', c.case->'type')),
         'indexed', jsonb_build_array(jsonb_build_object('id', 'prop_1', 'name', 'p', 'is_unique', c.case->'unique')))),
       array[jsonb_populate_record(null::app.objects, jsonb_build_object('id', 'obj_1', 'is_deleted', false,
         'properties', case when c.case ? 'value' then jsonb_build_object('p', c.case->'value') else '{}' end))]) s
     cross join lateral (select app.index_value(c.case->>'type', c.case->'value') as value) v`,
    [JSON.stringify(cases)],
  );
  expect(rows).toHaveLength(cases.length);
  expect(rows.filter(({ fits }) => fits !== true)).toEqual([]);
});
