create or replace function api.auth_verify_confirm(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_target text := app.redirect_check(tenant, args->>'redirect_to');
  v_types text[] := array[args->>'type'];
begin
  return json_build_object('redirect_to', v_target, 'answer', case when args ? 'made'
    then app.auth_password_reset(tenant, v_types, args, v_target)
    else app.auth_verify(tenant, v_types, args, v_target) end);
end $$;
comment on function api.auth_verify_confirm is
  'Uses up the token of a link, and sets the new password if one is given';
