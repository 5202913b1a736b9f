create or replace function app.mfa_code_take(
  p_tenant text, p_factor app.mfa_factors, p_step bigint)
returns boolean
language plpgsql volatile as $$
declare v_done text;
begin
  update app.mfa_factors f set last_step = p_step
  where f.tenant_id = p_tenant and f.id = p_factor.id and f.last_step < p_step;
  if not found then return false; end if;
  v_done := app.counter_clear(p_tenant, 'mfa:' || p_factor.user_id);
  return true;
end $$;
comment on function app.mfa_code_take is
  'Uses up the code of a time step, and those before it; false when it was used. A right one ends '
  'the count of wrong ones';
