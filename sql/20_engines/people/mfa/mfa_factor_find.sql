create or replace function app.mfa_factor_find(
  p_tenant text, p_user_id text, p_factor_id text)
returns app.mfa_factors
language plpgsql stable as $$
declare v_factor app.mfa_factors;
begin
  select * into v_factor from app.mfa_factors f
  where f.tenant_id = p_tenant and f.id = p_factor_id and f.user_id = p_user_id;
  if not found then perform app.not_found('mfa_factor', p_factor_id); end if;
  return v_factor;
end $$;
comment on function app.mfa_factor_find is
  'A second factor of a user, or 404, for another user''s too';
