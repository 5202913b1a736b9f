create or replace function app.auth_proven(p_proof app.auth_tokens)
returns app.users
language plpgsql volatile as $$
declare
  v_tenant text := p_proof.tenant_id;
  v_is_mail boolean := strpos(p_proof.recipient, '@') > 0;
  v_email text := case when v_is_mail then p_proof.recipient end;
  v_phone text := case when not v_is_mail then p_proof.recipient end;
  v_user_id text := p_proof.user_id;
  v_old app.users;
  v_new app.users;
begin
  if v_user_id is null and p_proof.data ? 'create' then
    v_user_id := (app.user_by_address(v_tenant, v_email, v_phone)).id;
    if v_user_id is null and not app.auth_config(v_tenant) @> '{"disable_signup": true}' then
      return app.user_add_proven(v_tenant, v_email, v_phone, p_proof.data->'user_metadata');
    end if;
  end if;
  if v_user_id is null then return null; end if;
  v_old := app.user_lock(v_tenant, v_user_id);
  if not coalesce(v_old.email = v_email, v_old.phone = v_phone, false) then return null; end if;
  if v_is_mail and v_old.email_verified_at is null
    or not v_is_mail and v_old.phone_verified_at is null then
    return app.address_proved(v_old, v_is_mail, p_proof.data);
  end if;
  v_new := v_old;
  v_new.is_invited := false;
  if v_old.is_invited then return app.user_save(v_old, v_new); end if;
  return v_old;
end $$;
comment on function app.auth_proven is
  'Returns the user of a proof (app.auth_proof_take), created if it was sent to an unknown '
  'address; the address is verified from now on. Null when the user has another address by now';
