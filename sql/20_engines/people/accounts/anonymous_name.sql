create or replace function app.anonymous_name(p_user app.users, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_channel text := case when args ? 'email' then 'email' else 'phone' end;
  v_proof app.auth_tokens;
  v_user app.users := p_user;
  v_change record;
begin
  if args ? 'otp' then
    v_proof := app.auth_otp_take(p_user.tenant_id, array[v_channel || '_change'],
      lower(args->>v_channel), args->>'otp');
    if v_proof.user_id is distinct from p_user.id then return app.auth_refuse(); end if;
    v_user := app.address_changed(v_proof);
    if v_user.id is null then return app.auth_refuse(); end if;
    return app.session_own(v_user);
  end if;
  perform app.phone_required(p_user.tenant_id, args->>'phone');
  perform app.signup_check(p_user.tenant_id, v_channel);
  perform app.redirect_check(p_user.tenant_id, args->>'redirect_to');
  if app.auth_config(p_user.tenant_id)->v_channel @> '{"confirm": true}' then
    v_change := app.address_change(p_user, v_channel, args->>v_channel, args);
    if v_change.refusal is not null then return v_change.refusal; end if;
    v_user := v_change.changed;
  else  -- a sign-up like others
    if (app.user_by_address(p_user.tenant_id, args->>'email', args->>'phone')).id is not null then
      perform app.anonymous_taken(v_channel, lower(args->>v_channel));
    end if;
    v_user.email := coalesce(lower(args->>'email'), p_user.email);
    v_user.phone := coalesce(args->>'phone', p_user.phone);
    v_user.signup_address := coalesce(lower(args->>'email'), args->>'phone');
  end if;
  v_user.password_hash := coalesce(args->'made'->>'password_hash', p_user.password_hash);
  v_user.user_metadata := p_user.user_metadata || coalesce(args->'user_metadata', '{}');
  return app.session_own(app.user_save(p_user, v_user, case
    when coalesce(v_user.email, v_user.phone) is null then 'user.updated' else 'user.linked' end));
end $$;
comment on function app.anonymous_name is
  'Gives an anonymous user an email or a phone: at once with the code that was sent there, or where '
  'no confirmation is asked for, else it is pending and a link and a code are sent. Ends with the '
  'session again';
