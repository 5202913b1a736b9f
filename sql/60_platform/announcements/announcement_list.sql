create or replace function platform.announcement_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_ids text[] := array(
    select a.id from app.announcements a
    order by a.starts_at desc, a.id desc limit greatest(10001, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('announcements', (
      select json_agg(app.announcement_json(row(a.*)::app.announcements)
        order by a.starts_at desc, a.id desc)
      from app.announcements a where a.id = any (v_page)),
    cardinality(v_ids));
end $$;
comment on function platform.announcement_list is 'List announcements, latest start first';
