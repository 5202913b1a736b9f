create or replace function platform.drill_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, true);
  v_ids text[] := array(
    select d.id from app.drills d order by d.started_at desc, d.id desc
    limit greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('drills', (
      select json_agg(app.drill_json(row(d.*)::app.drills) order by d.started_at desc, d.id desc)
      from app.drills d where d.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function platform.drill_list is 'List drills, newest first';
