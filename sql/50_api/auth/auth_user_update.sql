create or replace function api.auth_user_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_old app.users := app.user_lock(tenant, v_principal->>'user_id');
  v_phone text := case when args->>'phone' = v_old.phone then v_old.phone
    else app.phone_required(tenant, args->>'phone') end;
  v_new app.users;
  v_change record;
  v_password_hash text := args->'made'->>'password_hash';
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.redirect_check(tenant, args->>'redirect_to');
  if args ?| '{email,phone}' or v_password_hash is not null then
    if v_old.is_anonymous then
      perform app.fail(409, 'INVALID_STATE',
        'An anonymous user sets an email, phone or password at /v1/auth/anonymous/link, not here.');
    end if;
    perform app.strong_check(v_old);
  end if;
  if v_password_hash is not null
    or args ? 'email' and lower(args->>'email') is distinct from v_old.email
    or args ? 'phone' and v_phone is distinct from v_old.phone then
    v_refusal := app.nonce_check(v_old, args->>'nonce');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  -- Not half of it: what was sent before the refusal is taken back.
  v_change := app.address_change(v_old, 'email', args->>'email', args);
  if v_change.refusal is null then
    v_change := app.address_change(v_change.changed, 'phone', v_phone, args);
  end if;
  if v_change.refusal is not null then
    perform app.refusal_raise(v_change.refusal::jsonb->'$refuse');
  end if;
  v_new := v_change.changed;
  select coalesce(json_object_agg(m.key, m.value)::jsonb, '{}') into v_new.user_metadata
  from jsonb_each(v_old.user_metadata || coalesce(args->'user_metadata', args->'data', '{}')) m
  where m.value <> 'null';
  if v_new is distinct from v_old then
    v_new := app.user_save(v_old, v_new);
  end if;
  if v_password_hash is not null then
    v_new := app.password_set(v_new, v_password_hash, v_principal->>'session_id');
  end if;
  return app.user_json(v_new);
end $$;
comment on function api.auth_user_update is
  'Changes the user, and starts the confirmation of a new email or phone';
