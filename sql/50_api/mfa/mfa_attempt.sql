create or replace function api.mfa_attempt(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.mfa_user(tenant, args->>'mfa_token');
  v_factor app.mfa_factors;
  v_counter app.auth_counters;
begin
  if args ? 'factor_id' then
    v_factor := app.mfa_factor_find(tenant, v_user.id, args->>'factor_id');
  end if;
  v_counter := app.lockout_take(tenant, 'mfa:' || v_user.id, 5, interval '15 minutes');
  if v_counter.count > 5 then
    return app.too_many('MFA_LOCKED', 'The second factor is locked after five wrong codes.',
      greatest(1, ceil(extract(epoch from v_counter.locked_until - clock_timestamp())))::integer);
  end if;
  return json_build_object('user_id', v_user.id, 'secret', v_factor.secret,
    'attempts_left', 5 - v_counter.count, 'locked_until', v_counter.locked_until);
end $$;
comment on function api.mfa_attempt is
  'The first half of any verification: counts the attempt before a code is looked at, over all '
  'sessions of the user, and answers the encrypted secret that the code is compared with';
