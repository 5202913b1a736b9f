create or replace function app.portal_config_check(p_tenant text, p_portal jsonb)
returns void
language plpgsql stable as $$
declare v_id text := p_portal->>'object_type_id';
begin
  if not p_portal @> '{"enabled": true}' then return; end if;
  perform app.act_check('read', 'objects:read');
  if v_id is null or not exists (
    select 1 from app.object_types t where t.tenant_id = p_tenant and t.id = v_id) then
    perform app.invalid('portal.object_type_id', 'unknown_type',
      'must be the id of an object type while the portal is enabled');
  end if;
  if (app.portal_email_property(p_tenant, v_id)).id is null then
    perform app.invalid('portal.object_type_id', 'no_email',
      'must be a type with a unique property of the data type email');
  end if;
end $$;
comment on function app.portal_config_check is 'Checks the portal of auth-config: its type exists, and says how contacts are reached; 400. '
  'Whoever opens it may read objects, for it tells the addresses of contacts; 403';
