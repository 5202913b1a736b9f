create or replace function platform.book_record_export(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 50000;
  v_ids text[] := app.book_records_find(args - 'format', v_most + 1);
  v_records json[];
begin
  if cardinality(v_ids) > v_most then
    perform app.invalid('from', 'too_many', format(
      'must be later: a file holds at most %s records, and there are more', v_most));
  end if;
  v_records := array(
    select app.book_record_json(row(r.*)::app.book_records)
    from app.book_records r where r.id = any (v_ids)
    order by r.occurred_at desc, r.id desc);
  if args->>'format' = 'json' then
    return json_build_object('text', coalesce(array_to_json(v_records), '[]')::text);
  end if;
  return json_build_object('text', (
    select string_agg(l.line, e'\r\n' order by l.place) || e'\r\n'
    from (
      select 0 as place, 'id,type,amount,currency,category,tenant_id,description,reference,'
        'occurred_at,created_by,created_at,updated_at' as line
      union all
      select n, (
        select string_agg(coalesce(app.csv_cell(v.value), ''), ',' order by v.place)
        from json_each_text(r) with ordinality v(name, value, place))
      from unnest(v_records) with ordinality u(r, n)) l));
end $$;
comment on function platform.book_record_export is
  'Returns up to 50,000 records of the books as the text of a file';
