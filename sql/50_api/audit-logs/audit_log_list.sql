create or replace function api.audit_log_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_actions text[] := case when args ? 'action' then array[args->>'action'] end;
  v_resource_type text := args->>'resource_type';
  v_resource_id text := args->>'resource_id';
  v_actor_id text := args->>'actor_id';
  v_from timestamptz := greatest(
    (args->>'from')::timestamptz, app.retention_start(tenant, 'audit_retention_days'));
  v_to timestamptz := coalesce((args->>'to')::timestamptz, 'infinity');
  v_low text := app.event_id_from(v_from);
  v_high text := app.event_id_to(v_to);
begin
  return (
    with found as materialized (
      select j.xid, j.id from app.journal j
      where j.tenant_id = tenant and j.id >= v_low and j.id < v_high
        and j.created_at >= v_from and j.created_at < v_to
        and app.event_matches(j.type, v_actions)
        and (v_resource_type is null or j.resource_type = v_resource_type)
        and (v_resource_id is null or j.resource_id = v_resource_id)
        and (v_actor_id is null or j.actor->>'id' = v_actor_id)
      order by j.xid desc, j.id desc limit greatest(10001, v_offset + v_limit)),
    page as (
      select f.xid, f.id from found f order by f.xid desc, f.id desc limit v_limit offset v_offset)
    select app.listed_as('logs', (
        select json_agg(l.log order by p.xid desc, p.id desc)
        from page p cross join lateral (
          select app.audit_json(j) as log from app.journal j
          where j.tenant_id = tenant and j.xid = p.xid and j.id = p.id offset 0) l),
      count(*))
    from found);
end $$;
comment on function api.audit_log_list is 'List the audit log, newest first';
