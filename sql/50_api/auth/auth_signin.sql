create or replace function api.auth_signin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_account text := coalesce(lower(args->>'email'), app.phone_known(tenant, args->>'phone'));
  v_user app.users := app.user_lock(tenant, args->>'user_id');
  v_refusal json :=
    app.unverified_refusal(v_user, case when args ? 'email' then 'email' else 'phone' end);
  v_done text;
begin
  if v_user.password_hash is distinct from args->>'compared_hash' then
    perform app.fail(401, 'INVALID_CREDENTIALS', 'The password has just been changed.');
  end if;
  v_done := app.signin_succeeded(tenant, v_account);
  if v_refusal is not null then return v_refusal; end if;
  if args->'made' ? 'password_hash' then  -- made again with stronger parameters
    update app.users u set password_hash = args->'made'->>'password_hash'
    where u.tenant_id = tenant and u.id = v_user.id and u.password_hash = v_user.password_hash;
  end if;
  return app.sign_in(v_user, '{password}');
end $$;
comment on function api.auth_signin is 'Signs a user in whose password the handler has compared';
