create or replace function app.sign_in(
  p_user app.users, p_methods text[], p_is_strong boolean default false)
returns json
language plpgsql volatile as $$
declare
  v_factors json;
  v_challenge text;
begin
  if app.user_is_banned(p_user) then
    return app.refuse(403, 'USER_BANNED', coalesce('This user is banned: ' || p_user.ban_reason,
      'This user is banned. Ask the application''s team.'), jsonb_strip_nulls(jsonb_build_object(
      'details', jsonb_build_object('banned_until', p_user.banned_until))));
  end if;
  if not p_is_strong then
    select json_agg(json_build_object(
      'id', f.id, 'type', f.type, 'friendly_name', f.friendly_name) order by f.id)
    into v_factors
    from app.mfa_factors f
    where f.tenant_id = p_user.tenant_id and f.user_id = p_user.id and f.verified_at is not null;
    if v_factors is not null then
      v_challenge := app.challenge_create(p_user.tenant_id, 'mfa', p_user.id,
        jsonb_build_object('methods', p_methods), interval '5 minutes');
      return app.refuse(401, 'MFA_REQUIRED', 'A second factor is required. Send mfa_token with a '
        'code to /v1/auth/mfa/verify within 5 minutes.', jsonb_build_object('details',
        jsonb_build_object('mfa_token', v_challenge, 'factors', v_factors)));
    end if;
  end if;
  return app.session_create(p_user, p_methods, case when p_is_strong then 2 else 1 end);
end $$;
comment on function app.sign_in is
  'Completes every way to sign in: returns a session (app.session_answer), or the refusal '
  'USER_BANNED or MFA_REQUIRED, whose mfa_token stands for the first factor for 5 minutes. Strong '
  'is what needs no second factor, such as a passkey';
