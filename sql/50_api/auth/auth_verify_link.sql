create or replace function api.auth_verify_link(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_target text := app.redirect_check(tenant, args->>'redirect_to');
begin
  return json_build_object('redirect_to', v_target, 'answer',
    app.auth_verify(tenant, array[args->>'type'], args, v_target));
end $$;
comment on function api.auth_verify_link is
  'Redeems a link in a message: the answer of app.auth_verify, a refusal too, and where the '
  'browser goes with it (null: nowhere)';
