create or replace function app.auth_proven(p_proof app.auth_tokens)
returns app.users
language plpgsql volatile as $$
declare
  v_tenant text := p_proof.tenant_id;
  v_now timestamptz := clock_timestamp();
  v_config jsonb := app.auth_config(v_tenant);
  v_is_mail boolean := strpos(p_proof.recipient, '@') > 0;
  v_email text := case when v_is_mail then p_proof.recipient end;
  v_phone text := case when not v_is_mail then p_proof.recipient end;
  v_user_id text := p_proof.user_id;
  v_old app.users;
  v_new app.users;
begin
  if v_user_id is null and p_proof.data ? 'create' then
    v_user_id := (app.user_by_address(v_tenant, v_email, v_phone)).id;
    if v_user_id is null and not v_config @> '{"disable_signup": true}' then
      return app.user_add_proven(v_tenant, v_email, v_phone, p_proof.data->'user_metadata');
    end if;
  end if;
  if v_user_id is null then return null; end if;
  v_old := app.user_lock(v_tenant, v_user_id);
  if not coalesce(v_old.email = v_email, v_old.phone = v_phone, false) then return null; end if;
  v_new := v_old;
  v_new.is_invited := false;
  v_new.password_hash := coalesce(p_proof.data->>'password_hash', v_old.password_hash);
  if (v_is_mail and v_old.email_verified_at is null)
    or (not v_is_mail and v_old.phone_verified_at is null) then
    -- Who signed up with an address that was not theirs keeps no way in.
    if not p_proof.data ? 'password_hash'
      and p_proof.type in ('email', 'magiclink', 'recovery', 'sms')
      and v_config->(case when v_is_mail then 'email' else 'phone' end) @> '{"confirm": true}' then
      v_new.password_hash := null;
    end if;
    v_new.email_verified_at := case when v_is_mail then v_now else v_old.email_verified_at end;
    v_new.phone_verified_at := case when v_is_mail then v_old.phone_verified_at else v_now end;
    return app.user_save(v_old, v_new,
      case when v_is_mail then 'user.email_verified' else 'user.phone_verified' end);
  elsif v_new is distinct from v_old then
    return app.user_save(v_old, v_new);
  end if;
  return v_old;
end $$;
comment on function app.auth_proven is
  'The user that a proof (app.auth_proof_take) is of, made when the proof was sent to nobody yet; '
  'the address is verified from now on. Null when the user has another address by now';
