create or replace function platform.tenant_audit_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_tenant text := (select t.tenant_id from app.tenants t where t.tenant_id = args->>'tenant_id');
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_asked jsonb := jsonb_strip_nulls(app.jsonb_pick(args, '{action,resource_type,resource_id}')
    || jsonb_build_object('actor_id', args->'actor', 'from', args->'since', 'to', args->'until'));
  v_filters integer := (select count(*) from jsonb_object_keys(v_asked - '{from,to}'::text[]));
  v_most integer := app.count_most(args, v_filters <= 1);
begin
  if v_tenant is null then perform app.not_found('tenant', args->>'tenant_id'); end if;
  return (
    with found as materialized (
      select f.xid, f.id from app.audit_find(v_tenant, v_asked, app.audit_path(v_asked),
        app.retention_start(v_tenant, 'audit_retention_days'),
        greatest(v_most + 1, v_offset + v_limit)) f),
    page as (
      select f.xid, f.id from found f order by f.xid desc, f.id desc limit v_limit offset v_offset)
    select app.listed_as('logs', (
        select json_agg(l.log order by p.xid desc, p.id desc)
        from page p cross join lateral (
          select json_build_object('id', j.id, 'action', j.type, 'actor', j.actor - 'email',
            'resource_type', j.resource_type, 'resource_id', j.resource_id,
            'created_at', j.created_at) as log
          from app.journal j
          where j.tenant_id = v_tenant and j.xid = p.xid and j.id = p.id offset 0) l),
      count(*), v_most)
    from found);
end $$;
comment on function platform.tenant_audit_list is
  e'List the audit log of a tenant, newest first\nWithout what was written';
