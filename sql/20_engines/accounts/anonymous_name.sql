create or replace function app.anonymous_name(
  p_user app.users, p_is_taken boolean, p_is_proven boolean, args jsonb)
returns app.users
language plpgsql volatile as $$
declare
  v_channel text := case when args ? 'email' then 'email' else 'phone' end;
  v_config jsonb := app.auth_config(p_user.tenant_id);
  v_confirms boolean := v_config->v_channel @> '{"confirm": true}' and not p_is_proven;
  v_address text := lower(args->>v_channel);
  v_new app.users := p_user;
begin
  if v_config @> '{"disable_signup": true}' or not v_config->v_channel @> '{"enabled": true}' then
    perform app.fail(403, 'SIGNUP_DISABLED',
      format('Signing up by %s is switched off for this tenant.', v_channel));
  end if;
  if p_is_taken and not v_confirms then perform app.taken(v_channel, v_address, 'user'); end if;
  v_new.password_hash := coalesce(args->'made'->>'password_hash', v_new.password_hash);
  v_new.user_metadata := v_new.user_metadata || coalesce(args->'user_metadata', '{}');
  if v_channel = 'email' then
    v_new.email := case when not v_confirms then v_address end;
    v_new.pending_email := case when v_confirms then v_address end;
    v_new.email_verified_at := case when p_is_proven then clock_timestamp() end;
  else
    v_new.phone := case when not v_confirms then v_address end;
    v_new.pending_phone := case when v_confirms then v_address end;
    v_new.phone_verified_at := case when p_is_proven then clock_timestamp() end;
  end if;
  v_new := app.user_save(
    p_user, v_new, case when v_confirms then 'user.updated' else 'user.linked' end);
  -- To who has the address already nothing is sent, and the answer does not tell.
  if v_confirms and not p_is_taken then
    perform app.verification_send(v_new, v_channel || '_change', v_channel, args);
  end if;
  return v_new;
end $$;
comment on function app.anonymous_name is
  'Gives an anonymous user an email or a phone: at once when it is proven or needs no '
  'confirmation, else it is pending and a link and a code are sent';
