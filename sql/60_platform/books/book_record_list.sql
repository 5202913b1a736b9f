create or replace function platform.book_record_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, args - '{limit,offset,from,to}'::text[] = '{}');
  v_ids text[] := app.book_records_find(args, greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('records', (
      select json_agg(app.book_record_json(row(r.*)::app.book_records)
        order by r.occurred_at desc, r.id desc)
      from app.book_records r where r.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function platform.book_record_list is
  'List the records of your books, latest first';
