create or replace function app.address_undone(p_proof app.auth_tokens)
returns app.users
language plpgsql volatile as $$
declare
  v_tenant text := p_proof.tenant_id;
  v_told text := p_proof.recipient;
  v_now timestamptz := clock_timestamp();
  -- The reader of an address that was never proved shows now for the first time who it is.
  v_since timestamptz := case when p_proof.data ? 'from' and not p_proof.data ? 'verified_at'
    then '-infinity' else p_proof.data->>'since' end;
  v_old app.users := app.user_lock(v_tenant, p_proof.user_id);
  v_new app.users := app.address_before(v_old, p_proof);
begin
  if v_told not in (v_new.email, v_new.phone) is not false then return null; end if;
  if v_new.email = v_told then
    v_new.email_verified_at := v_now;
    v_new.phone := case when not p_proof.data ? 'is_signup' then v_new.phone end;
  else
    v_new.phone_verified_at := v_now;
    v_new.email := case when not p_proof.data ? 'is_signup' then v_new.email end;
  end if;
  v_new := app.address_free(v_new, v_told);
  v_new.pending_email := null;
  v_new.pending_phone := null;
  v_new.signup_address := null;
  v_new.password_hash := null;
  perform app.account_clear(v_old, 'address_change_undone', v_since);
  return app.user_save(v_old, v_new);
end $$;
comment on function app.address_undone is
  'Undoes a change of address for the reader of the one that was told (app.address_told): that '
  'change and those after it are taken back, all sessions end, the password goes, and so does what '
  'was set up since the session began that asked. Null when there is nothing to undo';
