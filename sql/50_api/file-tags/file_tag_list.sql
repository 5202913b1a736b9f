create or replace function api.file_tag_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;  -- to be counted
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_sight jsonb := app.file_sight(tenant);
begin
  return (
    select app.listed(json_agg(app.file_tag_shown(v_sight, p.t) order by (p.t).id desc),
      (select count(*) from (
        select 1 from app.file_tags t where t.tenant_id = tenant limit v_most + 1) counted),
      v_most)
    from (
      select row(t.*)::app.file_tags as t from app.file_tags t where t.tenant_id = tenant
      order by t.id desc limit v_limit offset v_offset) p);
end $$;
comment on function api.file_tag_list is 'List file tags, newest first';
