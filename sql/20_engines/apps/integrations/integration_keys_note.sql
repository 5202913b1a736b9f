create or replace function app.integration_keys_note(p_integration app.integrations)
returns void
language plpgsql volatile as $$
declare
  v_names text[];
begin
  if p_integration.match_on is null or p_integration.sync_direction <> 'bidirectional' then return; end if;
  v_names := case jsonb_typeof(p_integration.match_on)
    when 'array' then array(select jsonb_array_elements_text(p_integration.match_on)) else array[p_integration.match_on #>> '{}'] end;
  insert into app.integration_links (tenant_id, integration_id, object_id, version, seen)
  select l.tenant_id, l.integration_id, l.object_id, l.version,
    app.jsonb_pick(b.properties, v_names) || coalesce(l.seen, '{}')
  from app.integration_links l
  join app.objects o on o.tenant_id = l.tenant_id and o.object_type_id = p_integration.object_type_id and o.id = l.object_id
    and o.version <> l.version and not o.is_deleted
  join app.object_versions b on b.tenant_id = l.tenant_id and b.object_type_id = p_integration.object_type_id
    and b.object_id = l.object_id and b.version = l.version
  where l.tenant_id = p_integration.tenant_id and l.integration_id = p_integration.id and l.version > 0
    and app.jsonb_pick(b.properties, v_names) <> app.jsonb_pick(o.properties, v_names)
    and not coalesce(l.seen, '{}') ?& v_names
  on conflict (tenant_id, integration_id, object_id) do update set seen = excluded.seen;
end $$;
comment on function app.integration_keys_note is
  'Notes of objects that were given another key here by which key their source knows them: a sync finds them by it, and makes none again';
