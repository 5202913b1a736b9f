create or replace function app.saml_authors(
  p_old app.saml_providers, p_new app.saml_providers, args jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_authors jsonb := app.actors();
  v_vouches boolean := '*' = any (app.caller_permissions());
  v_is_new boolean := p_old.entity_id is null;
begin
  return coalesce(p_old.authors, '{}') || (
    select coalesce(json_object_agg(x.part, v_authors)::jsonb, '{}')
    from (values
      ('metadata', 'entity_id',
        (p_old.entity_id, p_old.sso_url, p_old.slo_url, p_old.certificates, p_old.metadata_url)
        is distinct from
        (p_new.entity_id, p_new.sso_url, p_new.slo_url, p_new.certificates, p_new.metadata_url)),
      ('domains', 'domains', p_old.domains is distinct from p_new.domains),
      ('attribute_mapping', 'attribute_mapping',
        p_old.attribute_mapping is distinct from p_new.attribute_mapping),
      ('enabled', 'enabled', p_old.is_enabled is distinct from p_new.is_enabled))
      x(part, field, is_changed)
    where v_is_new or x.is_changed or v_vouches and args ? x.field);
end $$;
comment on function app.saml_authors is
  'saml_providers.authors after a change: who changes a part is its author, and so is who holds '
  'everything and sends it again as it is';
