create or replace function platform.restore_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, true);
  v_ids text[] := array(
    select r.id from app.restores r order by r.created_at desc, r.id desc
    limit greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('restores', (
      select json_agg(app.restore_json(row(r.*)::app.restores) order by r.created_at desc, r.id desc)
      from app.restores r where r.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function platform.restore_list is 'List restores, newest first';
