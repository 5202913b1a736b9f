create or replace function api.event_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_name text := args->>'event_type';
  v_from timestamptz := greatest(
    (args->>'from')::timestamptz, app.retention_start(tenant, 'event_retention_days'));
  v_to timestamptz := coalesce((args->>'to')::timestamptz, 'infinity');
  v_low text := app.event_id_from(v_from);
  v_high text := app.event_id_to(v_to);
  v_count integer := greatest(10001, v_offset + v_limit);
  v_ids text[];
  v_page text[];
begin
  if v_name is null then
    v_ids := array(
      select j.id from app.journal j
      where j.tenant_id = tenant and j.resource_type = 'event' and j.id >= v_low and j.id < v_high
        and j.created_at >= v_from and j.created_at < v_to
      order by j.id desc limit v_count);
  else
    v_ids := array(
      select j.id from app.journal j
      where j.tenant_id = tenant and j.resource_type = 'event' and j.resource_id = v_name
        and j.id >= v_low and j.id < v_high and j.created_at >= v_from and j.created_at < v_to
      order by j.id desc limit v_count);
  end if;
  v_page := v_ids[v_offset + 1 : v_offset + v_limit];
  return app.listed_as('events', (
      select json_agg(app.custom_event_json(row(j.*)::app.journal) order by j.id desc)
      from app.journal j
      where j.tenant_id = tenant and j.id = any (v_page) and j.resource_type = 'event'),
    cardinality(v_ids));
end $$;
comment on function api.event_list is 'List custom events, newest first';
