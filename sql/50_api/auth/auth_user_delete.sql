create or replace function api.auth_user_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_own_lock(tenant);
  v_dependencies jsonb := app.user_dependencies(tenant, v_user.id);
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_user.updated_at, args);
  perform app.owner_keep(v_user);
  perform app.strong_check(v_user);
  if args ? 'made' and args->'made'->>'current_hash' is distinct from v_user.password_hash then
    perform app.fail(401, 'INVALID_CREDENTIALS', 'The password is wrong.');
  elsif not args ?| '{made,nonce}' and coalesce(v_user.email, v_user.phone) is not null then
    perform app.invalid('password', 'required',
      'is required unless a nonce from /v1/auth/reauthenticate is given');
  end if;
  -- The dependencies are reported before a nonce is used up: it is good for one call.
  if v_dependencies <> '[]' and not args ? 'confirm_token' then
    return app.confirm(tenant, 'user', v_user.id, v_dependencies, null);
  end if;
  if args ? 'nonce' and not args ? 'made' then
    v_refusal := app.nonce_check(v_user, args->>'nonce');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  if v_dependencies <> '[]' then
    v_refusal := app.confirm(tenant, 'user', v_user.id, v_dependencies, args->>'confirm_token');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  v_done := app.counter_clear(tenant, 'password:' || v_user.id);
  perform app.user_remove(v_user, args @> '{"force":true}');
  return json_build_object('user_id', v_user.id, 'deleted', true);
end $$;
comment on function api.auth_user_delete is
  'Deletes the user after their confirmation and a proof of identity';
