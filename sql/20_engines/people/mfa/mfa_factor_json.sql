create or replace function app.mfa_factor_json(p_factor app.mfa_factors)
returns json
language sql stable as $$
  select json_build_object('id', p_factor.id, 'type', p_factor.type,
    'friendly_name', p_factor.friendly_name,
    'status', case when p_factor.secret = 'enc:v1:lost' then 'lost'
      when p_factor.verified_at is null then 'unverified' else 'verified' end,
    'created_at', p_factor.created_at, 'verified_at', p_factor.verified_at)
$$;
comment on function app.mfa_factor_json is 'A second factor as the API shows it: MfaFactor';
