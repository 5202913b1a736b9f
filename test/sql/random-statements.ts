import fc from 'fast-check';

/** Statements that no one would write, most of them wrong: a grammar that knows more than what is allowed. */

const pick = (text: string): fc.Arbitrary<string> => fc.constantFrom(...text.trim().split(/\s+/));

const tables =
  pick(`things things things parts parts "things" c0 c1 files users associations events object_types
  objects app.objects pg_class pg_catalog.pg_proc information_schema.tables THINGS "Things" canary-type`);
const columns =
  pick(`id name name size size price price_currency open day tags extra state created_at created_by
  version "name" NAME email filename meta event_type tenant_id properties ctid tableoid xmin nothing`);
const functions =
  pick(`count sum avg min max array_agg string_agg json_agg json_object_agg bool_and row_number rank lag
  abs round power ln sqrt div upper length substr position strpos replace translate split_part concat concat_ws md5 reverse
  to_hex now date_trunc extract age to_char to_date to_jsonb jsonb_build_object jsonb_typeof jsonb_array_length
  jsonb_set jsonb_each_text array_length cardinality array_to_string string_to_array unnest generate_series coalesce nullif greatest
  pg_sleep current_setting set_config version pg_read_file lo_import dblink query_to_xml pg_notify has_table_privilege
  pg_advisory_lock regexp_replace repeat format gateway.call app.principal pg_catalog.upper pg_catalog.pg_ls_dir nothing`);
const operators =
  pick(`= <> < > <= >= + - * / % || and or -> ->> #>> @> ? && | & # << ~~ !~~ ~~* ^ |/ is-distinct
  ~ @@ !~ <-> operator(pg_catalog.+) similar`);
const types =
  pick(`text int bigint numeric float8 boolean date timestamptz interval jsonb uuid text[] varchar(3)
  regclass regproc oid xml bytea name pg_type things "char"`);
const values = fc.constantFrom(
  ...`1 0 -1 2.5 1e9 null true false 'a' '' 'O''Hara' '2026-01-02' '{"a": [1]}' '[1, 2]' '{1,2}' $1 $2 $3 current_date
  current_user session_user E'\\\\x41' U&'\\0041' $$text$$ B'101' X'ff' interval_'1_day' date_'2026-01-02' array[1,2] (1,2) *`
    .split(/\s+/)
    .map((text) =>
      text.replaceAll('_', ' ').replace('current ', 'current_').replace('session ', 'session_'),
    ),
);

const { expression, select } = fc.letrec<{
  expression: string;
  small: string;
  source: string;
  core: string;
  select: string;
}>((tie) => ({
  small: fc.oneof(
    { weight: 5, arbitrary: columns },
    {
      weight: 2,
      arbitrary: fc.tuple(pick('t0 t1 things x'), columns).map((parts) => parts.join('.')),
    },
    { weight: 4, arbitrary: values },
  ),
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 6, arbitrary: tie('small') },
    {
      weight: 4,
      arbitrary: fc
        .tuple(tie('expression'), operators, tie('expression'))
        .map(
          ([a, op, b]) =>
            `(${a} ${op.replace('-distinct', ' distinct from').replace('similar', 'similar to')} ${b})`,
        ),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          functions,
          fc.array(tie('expression'), { maxLength: 3 }),
          pick('- - - - distinct order over filter within'),
        )
        .map(([name, args, how]) => {
          const list = args.join(', ');
          if (how === 'distinct') return `${name}(distinct ${list})`;
          if (how === 'order') return `${name}(${list} order by 1 desc)`;
          if (how === 'over') return `${name}(${list}) over (partition by name order by size)`;
          if (how === 'filter') return `${name}(${list}) filter (where open)`;
          if (how === 'within') return `${name}(0.5) within group (order by size)`;
          return `${name}(${list})`;
        }),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(tie('expression'), types).map(([a, type]) => `${a}::${type}`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('expression'), types).map(([a, type]) => `cast(${a} as ${type})`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('expression'), tie('expression'), tie('expression'))
        .map(([a, b, c]) => `case when ${a} then ${b} else ${c} end`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('expression'), tie('select')).map(([a, s]) => `${a} in (${s})`),
    },
    { weight: 1, arbitrary: tie('select').map((s) => `(${s})`) },
    { weight: 1, arbitrary: tie('select').map((s) => `exists (${s})`) },
    { weight: 1, arbitrary: tie('expression').map((a) => `array[${a}]`) },
    { weight: 1, arbitrary: tie('expression').map((a) => `${a} is not null`) },
    { weight: 1, arbitrary: tie('expression').map((a) => `(${a}).name`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('expression'), tie('expression'))
        .map(([a, b]) => `${a} between ${b} and 3`),
    },
    { weight: 1, arbitrary: tie('expression').map((a) => `${a} like '%a%' escape '!'`) },
    { weight: 1, arbitrary: tie('expression').map((a) => `${a} collate "C"`) },
  ),
  source: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    {
      weight: 8,
      arbitrary: fc
        .tuple(tables, pick('t0 t1 x -'))
        .map(([table, alias]) => (alias === '-' ? table : `${table} ${alias}`)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          tie('source'),
          pick('join left-join full-join cross-join natural-join'),
          tie('source'),
          tie('expression'),
        )
        .map(([a, how, b, on]) =>
          how.startsWith('cross') || how.startsWith('natural')
            ? `${a} ${how.replace('-', ' ')} ${b}`
            : `${a} ${how.replace('-', ' ')} ${b} on ${on}`,
        ),
    },
    { weight: 1, arbitrary: tie('select').map((s) => `(${s}) x`) },
    { weight: 1, arbitrary: tie('select').map((s) => `lateral (${s}) t1 (name, size)`) },
    { weight: 1, arbitrary: fc.constant('generate_series(1, 20) as g (size)') },
    { weight: 1, arbitrary: fc.constant('unnest(array[1, 2]) with ordinality as t1 (size, name)') },
    { weight: 1, arbitrary: fc.constant('rows from (generate_series(1, 3), pg_ls_dir($1)) as t1') },
    { weight: 1, arbitrary: fc.constant("(values (1, 'a'), (2, 'b')) as t1 (size, name)") },
  ),
  core: fc
    .record({
      list: fc.array(fc.oneof(tie('expression'), fc.constant('*'), fc.constant('t0.*')), {
        minLength: 1,
        maxLength: 4,
      }),
      distinct: pick('- - - distinct distinct-on-(name)'),
      from: fc.option(tie('source')),
      where: fc.option(tie('expression')),
      group: fc.option(pick('name size rollup(name,size) 1 ()')),
      order: fc.option(pick('1 name size,name 2')),
      tail: pick('- - - - limit-5 limit-all offset-2 fetch-first-3-rows-only for-update for-share'),
    })
    .map(({ list, distinct, from, where, group, order, tail }) =>
      [
        'select',
        distinct === '-' ? '' : distinct.replaceAll('-', ' '),
        list.join(', '),
        from === null ? '' : `from ${from}`,
        where === null ? '' : `where ${where}`,
        group === null ? '' : `group by ${group}`,
        order === null ? '' : `order by ${order}`,
        tail === '-' ? '' : tail.replaceAll('-', ' '),
      ]
        .filter(Boolean)
        .join(' '),
    ),
  select: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 8, arbitrary: tie('core') },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('select'), tie('core')).map(([a, b]) => `with c0 as (${a}) ${b}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('core'), tie('core'))
        .map(([a, b]) => `with recursive c1 (name, size) as (${a} union ${b}) select * from c1`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('core'), pick('union union-all intersect except'), tie('core'))
        .map(([a, how, b]) => `(${a}) ${how.replace('-', ' ')} (${b})`),
    },
    { weight: 1, arbitrary: fc.constant("values (1, 'a'), (2, null)") },
    { weight: 1, arbitrary: tables.map((name) => `table ${name}`) },
  ),
}));

/** Something in the middle of a statement that does not belong there. */
const disturbances = fc.constantFrom(
  ...[
    '',
    ' ',
    ';',
    '; select 1',
    '--',
    '/*',
    '*/',
    '$$',
    "'",
    '"',
    '(',
    ')',
    ',',
    '\\',
    '\u0000',
    '\u202e',
    'é',
    '😀',
  ],
  ...[
    ' into x',
    ' for update',
    ') as q; drop table x --',
    ') as q limit 5) --',
    ' where true or 1=1',
    ' union select ',
  ],
);
const disturbed = (statement: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(statement, disturbances, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([sql, what, place]) => {
      const at = Math.floor(sql.length * place);
      return sql.slice(0, at) + what + sql.slice(at);
    });

const read = fc.oneof(
  { weight: 6, arbitrary: select },
  { weight: 1, arbitrary: disturbed(select) },
);

/** Statements that read. */
export const reads = read.filter((sql) => sql.length <= 2_000);

const change = fc.oneof(
  fc
    .tuple(tables, columns, expression, expression)
    .map(([t, c, a, b]) => `update ${t} t0 set ${c} = ${a} where ${b}`),
  fc
    .tuple(tables, columns, expression, tables)
    .map(([t, c, a, u]) => `update ${t} set ${c} = ${a} from ${u} x returning ${c}`),
  fc.tuple(tables, expression).map(([t, a]) => `delete from ${t} where ${a} returning *`),
  fc
    .tuple(tables, columns, columns, expression, expression)
    .map(([t, c, d, a, b]) => `insert into ${t} (${c}, ${d}) values (${a}, ${b})`),
  fc.tuple(tables, columns, select).map(([t, c, s]) => `insert into ${t} (${c}) ${s}`),
);

/** Statements that change something. */
export const changes = fc
  .oneof({ weight: 6, arbitrary: change }, { weight: 1, arbitrary: disturbed(change) })
  .filter((sql) => sql.length <= 2_000);
