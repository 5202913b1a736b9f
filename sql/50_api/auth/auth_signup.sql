create or replace function api.auth_signup(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_config jsonb := app.auth_config(tenant);
  v_channel text := case when args ? 'email' then 'email' else 'phone' end;
  v_confirms boolean := v_config->v_channel @> '{"confirm": true}';
  v_phone text := app.phone_required(tenant, args->>'phone');
  v_existing app.users := app.user_by_address(tenant, args->>'email', v_phone);
  v_user app.users;
  v_refusal json;
begin
  perform app.signup_check(tenant, v_channel);
  perform app.redirect_check(tenant, args->>'redirect_to');
  if v_confirms then
    v_refusal := app.messages_spend(tenant);
    if v_refusal is not null then return v_refusal; end if;
  end if;
  if v_existing.id is not null and not v_confirms then
    perform app.taken(v_channel, coalesce(args->>'email', v_phone), 'user');
  end if;
  v_user.tenant_id := tenant;
  v_user.email := args->>'email';
  v_user.phone := v_phone;
  v_user.signup_address := coalesce(args->>'email', v_phone);
  v_user.password_hash := args->'made'->>'password_hash';
  v_user.user_metadata := coalesce(args->'user_metadata', args->'data');
  if not v_confirms then
    return app.session_create(app.user_add(v_user), '{password}');
  end if;
  -- The owner of the address gets the answer of a new one: it reveals nothing.
  if v_existing.id is null then v_user := app.user_add(v_user);
  else
    perform app.plan_room(tenant, 'users');  -- the answer reveals nothing at the limit either
    v_user := v_existing;
  end if;
  perform app.verification_send(v_user, 'signup', v_channel, args);
  return app.sign_up_pending(v_user, args || jsonb_build_object('phone', v_phone));
end $$;
comment on function api.auth_signup is 'Creates a user, or sends the confirmation of a sign-up';
