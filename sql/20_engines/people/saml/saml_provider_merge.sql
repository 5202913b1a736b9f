create or replace function app.saml_provider_merge(p_old app.saml_providers, args jsonb)
returns app.saml_providers
language plpgsql volatile as $$
declare v_new app.saml_providers := p_old;
begin
  perform app.saml_change_check(p_old, args);
  v_new.name := coalesce(args->>'name', p_old.name);
  v_new.attribute_mapping := coalesce(args->'attribute_mapping', p_old.attribute_mapping, '{}');
  v_new.is_enabled := coalesce((args->>'enabled')::boolean, p_old.is_enabled, true);
  v_new.domains := coalesce(p_old.domains, '{}');
  if args ? 'entity_id' then  -- the metadata, which the doorway has read
    v_new.entity_id := args->>'entity_id';
    v_new.sso_url := args->>'sso_url';
    v_new.slo_url := args->>'slo_url';
    v_new.certificates := array(select jsonb_array_elements_text(args->'certificates'));
    v_new.metadata_url := args->>'metadata_url';
  end if;
  if args ? 'domains' then
    v_new.domains := array(
      select distinct lower(d) from jsonb_array_elements_text(args->'domains') d order by 1);
    perform app.saml_domains_check(v_new);
  end if;
  if args ? 'default_role' then
    v_new.default_role := args->>'default_role';
    if v_new.default_role is distinct from p_old.default_role then
      perform app.saml_role_check(v_new);
    end if;
  end if;
  v_new.authors := app.saml_authors(p_old, v_new, args);
  return v_new;
end $$;
comment on function app.saml_provider_merge is
  'An identity provider with the changes of a request put in and checked; not stored yet';
