create or replace function app.integration_link(p_integration app.integrations, p_ids text[])
returns void
language sql volatile as $$
  insert into app.integration_links (tenant_id, integration_id, object_id, version)
  select o.tenant_id, p_integration.id, o.id, o.version
  from app.objects o
  where o.tenant_id = p_integration.tenant_id and o.object_type_id = p_integration.object_type_id and o.id = any (p_ids)
  on conflict (tenant_id, integration_id, object_id) do update set version = excluded.version
$$;
comment on function app.integration_link is
  'Notes that the other side has these objects as they are: what came from there, or was sent there, is not sent again';
