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
begin
  return (
    with found as materialized (
      select j.id from app.journal j
      where j.tenant_id = tenant and j.resource_type = 'event' and j.id >= v_low and j.id < v_high
        and j.created_at >= v_from and j.created_at < v_to
        and (v_name is null or j.resource_id = v_name)
      order by j.id desc limit greatest(10001, v_offset + v_limit)),
    page as (select f.id from found f order by f.id desc limit v_limit offset v_offset)
    select app.listed_as('events', (
        select json_agg(e.event order by p.id desc)
        from page p cross join lateral (
          select app.custom_event_json(j) as event from app.journal j
          where j.tenant_id = tenant and j.id = p.id and j.resource_type = 'event' offset 0) e),
      count(*))
    from found);
end $$;
comment on function api.event_list is 'List your recorded events, newest first';
