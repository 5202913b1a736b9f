create or replace function app.mfa_factors_json(p_tenant text, p_user_id text)
returns json
language sql stable as $$
  select coalesce(json_agg(app.mfa_factor_json(row(f.*)::app.mfa_factors) order by f.id desc), '[]')
  from app.mfa_factors f where f.tenant_id = p_tenant and f.user_id = p_user_id
$$;
comment on function app.mfa_factors_json is 'The second factors of a user, those not verified too';
