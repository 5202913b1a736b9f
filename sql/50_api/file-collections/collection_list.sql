create or replace function api.collection_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;  -- to be counted
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_sight jsonb := app.file_sight(tenant);
begin
  return (
    select app.listed(json_agg(app.collection_shown(v_sight, p.c) order by (p.c).id desc),
      (select count(*) from (
        select 1 from app.file_collections c where c.tenant_id = tenant limit v_most + 1) counted),
      v_most)
    from (
      select row(c.*)::app.file_collections as c from app.file_collections c
      where c.tenant_id = tenant
      order by c.id desc limit v_limit offset v_offset) p);
end $$;
comment on function api.collection_list is 'List file collections, newest first';
