create or replace function app.identity_find(p_tenant text, p_source jsonb, p_subject text)
returns app.identities
language sql stable as $$
  select row(i.*)::app.identities as i from app.identities i
  where i.tenant_id = p_tenant and i.provider = p_source->>'provider' and i.subject = p_subject
    and coalesce(i.issuer = p_source->>'issuer', true)
  order by i.issuer nulls last limit 1
$$;
comment on function app.identity_find is
  'The identity of an account elsewhere, by its subject at the present issuer (app.oauth_source, '
  'app.saml_source); null when there is none';
