create or replace function api.audit_log_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_filters integer := (
    select count(*) from jsonb_object_keys(args - '{limit,offset,from,to}'::text[]));
  v_most integer := app.count_most(args, v_filters <= 1);
  v_sight jsonb := app.journal_sight(tenant);
  v_hidden text[] := app.events_hidden();
begin
  return (
    with found as materialized (
      select f.xid, f.id from app.audit_find(tenant, args, app.audit_path(args),
        app.retention_start(tenant, 'audit_retention_days'),
        greatest(v_most + 1, v_offset + v_limit)) f),
    page as (
      select f.xid, f.id from found f order by f.xid desc, f.id desc limit v_limit offset v_offset)
    select app.listed_as('logs', (
        select json_agg(l.log order by p.xid desc, p.id desc)
        from page p cross join lateral (
          select app.audit_json(app.journal_veiled(v_sight, v_hidden, row(j.*)::app.journal)) as log
          from app.journal j
          where j.tenant_id = tenant and j.xid = p.xid and j.id = p.id offset 0) l),
      count(*), v_most)
    from found);
end $$;
comment on function api.audit_log_list is 'List the audit log, newest first';
