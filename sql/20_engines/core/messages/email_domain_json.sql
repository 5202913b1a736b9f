create or replace function app.email_domain_json(p_domain app.email_domains)
returns json
language sql stable as $$
  select json_build_object('domain', p_domain.domain, 'selector', p_domain.selector,
    'public_key', p_domain.public_key, 'checks', p_domain.checks,
    'checked_at', p_domain.checked_at, 'verified_at', p_domain.verified_at,
    'created_at', p_domain.created_at)
$$;
comment on function app.email_domain_json is 'A domain that emails come from, without its private key';
