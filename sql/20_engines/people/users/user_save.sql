create or replace function app.user_save(
  p_old app.users, p_new app.users, p_event text default 'user.updated')
returns app.users
language plpgsql volatile as $$
declare
  v_new app.users := p_new;
  v_before jsonb := app.user_state_json(p_old);
  v_after jsonb;
  v_done text;
begin
  v_new.email := lower(v_new.email);
  if v_new.is_anonymous and (v_new.email is not null or v_new.phone is not null) then
    v_new.is_anonymous := false;
    if v_new.role = 'anonymous' then
      v_new.role := app.auth_config(v_new.tenant_id)->>'default_role';
    end if;
  end if;
  if v_new.signup_address not in (v_new.email, v_new.phone) is not false then
    v_new.signup_address := null;
  end if;
  v_new.updated_at := greatest(clock_timestamp(), p_old.updated_at);
  begin
    update app.users u set email = v_new.email, phone = v_new.phone,
      password_hash = v_new.password_hash, role = v_new.role,
      email_verified_at = v_new.email_verified_at, phone_verified_at = v_new.phone_verified_at,
      pending_email = v_new.pending_email, pending_phone = v_new.pending_phone,
      user_metadata = v_new.user_metadata, is_anonymous = v_new.is_anonymous,
      signup_address = v_new.signup_address,
      is_invited = v_new.is_invited, banned_at = v_new.banned_at,
      banned_until = v_new.banned_until, ban_reason = v_new.ban_reason,
      last_sign_in_at = v_new.last_sign_in_at, exported_at = v_new.exported_at,
      updated_at = v_new.updated_at
    where u.tenant_id = p_old.tenant_id and u.id = p_old.id;
  exception when unique_violation then
    if (app.user_by_address(v_new.tenant_id, v_new.email, null)).id <> v_new.id then
      perform app.taken('email', v_new.email, 'user');
    end if;
    perform app.taken('phone', v_new.phone, 'user');
  end;
  if p_old.email is distinct from v_new.email then
    perform app.email_directory(v_new.tenant_id, p_old.email, v_new.email);
  end if;
  v_after := app.user_state_json(v_new);
  v_done := app.journal_write(v_new.tenant_id, p_event, 'user', v_new.id, v_after::json,
    (select json_object_agg(b.key, b.value) from jsonb_each(v_before) b
     where v_after->b.key is distinct from b.value and b.key <> 'updated_at'),
    array(select b.key from jsonb_each(v_before) b
      where v_after->b.key is distinct from b.value and b.key <> 'updated_at' order by 1));
  return v_new;
end $$;
comment on function app.user_save is
  'The next state of a user that the caller has locked (app.user_lock), with directory and '
  'journal; 409 when email or phone are taken. An anonymous user who gets one of them is none any '
  'more, whichever way it came';
