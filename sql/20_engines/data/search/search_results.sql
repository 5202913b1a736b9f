create or replace function app.search_results(
  p_type app.object_types, p_rows json[], args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ids text[];
  v_columns text[];
  v_query tsquery;
  v_runs text;
  v_more jsonb := '{}';
begin
  if args ? 'properties' then
    v_columns := array(select jsonb_array_elements_text(args->'properties'));
    perform app.columns_check(p_type, v_columns, 'properties');
  end if;
  if args @> '{"highlight": true}' and args ? 'query' then
    v_runs := app.unspaced_runs(args->>'query');
    v_query := websearch_to_tsquery('simple',
      regexp_replace(args->>'query', '[' || app.unspaced() || ']+', ' ', 'g'));
  end if;
  if args ? 'include' then v_ids := array(select r->>'id' from unnest(p_rows) r); end if;
  if args->'include' ? 'associations' then
    v_more := v_more || jsonb_build_object('associations',
      app.associations_of(p_type, v_ids, 100));
  end if;
  if args->'include' ? 'files' then
    v_more := v_more || jsonb_build_object('files', app.files_of(p_type, v_ids, 100));
  end if;
  return (
    select coalesce(json_agg(case when v_query is null and v_more = '{}' then r.record
      else (r.record::jsonb || case when v_query is null then '{}'
          else jsonb_build_object('highlight', app.highlights(p_type, o.properties, v_query, v_runs)) end
        || coalesce((
          select json_object_agg(m.key, m.value->(o.id::text))::jsonb from jsonb_each(v_more) m), '{}')
        )::json end order by u.n), '[]')
    from unnest(p_rows) with ordinality u(row, n)
    cross join lateral json_populate_record(null::app.object_record, u.row) o
    cross join lateral (select row_to_json(row(
      o.id, o.object_type_id, o.tenant_id,
      case when v_columns is null then o.properties
        else app.jsonb_pick(o.properties, v_columns) end,
      o.created_at, o.updated_at, o.created_by, o.version, o.is_deleted)::app.object_record)
      as record) r);
end $$;
comment on function app.search_results is
  'A page of objects (app.object_json) as the search shows them: cut to args.properties, with '
  'highlight, associations and files when asked for';
