create or replace function app.integration_sent(
  p_tenant text, p_sync_id text, p_attempts integer, p_sent jsonb)
returns void
language plpgsql volatile as $$
declare
  v_sync app.integration_syncs := app.integration_hold(p_tenant, p_sync_id, p_attempts);
  v_type_id text := (app.integration_find(p_tenant, v_sync.integration_id)).object_type_id;
  v_gone text[] := array(
    select s->>'id' from jsonb_array_elements(p_sent) s where s->>'operation' = 'delete' and s->>'version' = '0');
begin
  insert into app.integration_links (tenant_id, integration_id, object_id, version, seen)
  select p_tenant, v_sync.integration_id, s.id, case when s.is_deleted then -s.version else s.version end,
    case when l.version is not null then app.integration_said(
      case when o.version = s.version then o.properties else n.properties end,
      case when o.version = abs(l.version) then o.properties else b.properties end, l.seen) end
  from (
    select i->>'id' as id, (i->>'version')::integer as version, i->>'operation' = 'delete' as is_deleted
    from jsonb_array_elements(p_sent) i) s
  left join app.integration_links l on l.tenant_id = p_tenant and l.integration_id = v_sync.integration_id
    and l.object_id = s.id
  left join app.objects o on o.tenant_id = p_tenant and o.object_type_id = v_type_id and o.id = s.id
  left join app.object_versions n on n.tenant_id = p_tenant and n.object_type_id = v_type_id and n.object_id = s.id
    and n.version = s.version
  left join app.object_versions b on b.tenant_id = p_tenant and b.object_type_id = v_type_id and b.object_id = s.id
    and b.version = abs(l.version)
  where s.version > 0
  on conflict (tenant_id, integration_id, object_id) do update set version = excluded.version, seen = excluded.seen;
  delete from app.integration_links l
  where l.tenant_id = p_tenant and l.integration_id = v_sync.integration_id and l.object_id = any (v_gone);
  update app.integration_syncs s set sent = s.sent + jsonb_array_length(p_sent)
  where s.tenant_id = p_tenant and s.id = p_sync_id;
end $$;
comment on function app.integration_sent is
  'Notes what the other side has now, after [{id, version, operation}] were sent, and what it said before: until it says what it was sent, '
  'that is no change of its own';
