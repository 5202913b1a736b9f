create or replace function app.import_run(p_type app.object_types, args jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_chunk constant integer := 1000;
  v_is_abort boolean := args->>'on_error' = 'abort';
  v_made jsonb := args->'made';
  v_rows jsonb[] := array(
    select r from jsonb_array_elements(v_made->'rows') with ordinality i(r, n) order by n);
  v_numbers integer[] := array(
    select n::integer from jsonb_array_elements_text(v_made->'numbers') n);
  v_names text[] := app.import_match_names(p_type, args, cardinality(v_rows));
  v_keys jsonb[] := '{}';
  v_bad bigint[] := '{}';
  v_cells record;
  v_early jsonb := v_made->'rejected'->'errors';
  v_counts jsonb := coalesce(v_made->'rejected'->'counts', '[]');
  v_count bigint := coalesce((v_made->'rejected'->>'cells')::integer, 0);
  v_sum jsonb := app.import_failed((v_made->'rejected'->>'count')::integer, '[]');
begin
  if args->>'on_error' = 'skip_cell' then
    v_cells := app.import_cells(p_type, v_rows, v_numbers);
    v_rows := v_cells.items;
    v_counts := v_counts || v_cells.counts;
    v_count := v_count + v_cells.cells;
    v_early := v_early || v_cells.errors;
  end if;
  if v_names = '{id}' then
    v_keys := array(
      select case when r.item->>'id' <> '' then jsonb_build_object('id', r.item->>'id') end
      from unnest(v_rows) with ordinality r(item, n) order by n);
    v_rows := array(
      select r.item - 'id' from unnest(v_rows) with ordinality r(item, n) order by n);
  elsif v_names <> '{}' then
    v_keys := app.import_keys(p_type, v_names, v_rows);
  end if;
  if v_names <> '{}' then
    select coalesce(array_agg(e.n), '{}'), app.import_sum(v_sum,
      app.import_failed(count(*)::integer, coalesce(json_agg(e.error)::jsonb, '[]')))
    into v_bad, v_sum from app.import_key_errors(v_names, v_keys, v_numbers) e;
    if v_bad <> '{}' then
      select array_agg(u.item order by u.n), array_agg(u.key order by u.n),
        array_agg(u.number order by u.n)
      into v_rows, v_keys, v_numbers
      from unnest(v_rows, v_keys, v_numbers) with ordinality u(item, key, number, n)
      where not u.n = any (v_bad);
    end if;
  end if;

  for i in 1 .. coalesce(cardinality(v_rows), 0) by v_chunk loop
    exit when v_is_abort and jsonb_array_length(v_sum->'errors') >= 100;
    v_sum := app.import_sum(v_sum, app.import_chunk(p_type, args->>'mode', v_names,
      v_rows[i : i + v_chunk - 1], v_keys[i : i + v_chunk - 1], v_numbers[i : i + v_chunk - 1], v_is_abort));
  end loop;
  return v_sum || jsonb_build_object(
    'errors', (
      select coalesce(json_agg(e order by (e->>'row')::integer, n)::jsonb, '[]')
      from (select * from jsonb_array_elements(v_early || (v_sum->'errors'))
              with ordinality x(e, n)
            order by (e->>'row')::integer, n limit 100) x),
    'errors_by_column',
      app.import_error_counts(v_sum->'errors', v_counts, coalesce(args->'mapping', '{}')),
    'cells_skipped', v_count);
end $$;
comment on function app.import_run is
  'All rows of an import (args.made, from the doorway), 1,000 at a time: '
  ' {created: ids, updated: ids, skipped, failed, errors, errors_by_column, cells_skipped} '
  'with the first 100 errors';
