create or replace function app.anonymous_join(
  p_anonymous app.users, p_existing app.users, p_on_conflict text, p_methods text[],
  p_is_strong boolean default false)
returns json
language plpgsql volatile as $$
declare
  v_existing app.users := app.user_lock(p_existing.tenant_id, p_existing.id);
  v_answer json;
begin
  if v_existing.password_hash is distinct from p_existing.password_hash then
    raise exception using errcode = '40001', message = 'the password has just changed';
  end if;
  v_answer := app.sign_in(v_existing, p_methods, p_is_strong);
  -- A user who has shown one factor of two cannot write as an account: see app.mfa_sign_in.
  if v_answer #>> '{$refuse,code}' = 'MFA_REQUIRED' then
    update app.auth_challenges c set data = c.data || jsonb_build_object('join',
      jsonb_build_object('user_id', p_anonymous.id, 'on_conflict', p_on_conflict))
    where c.tenant_id = v_existing.tenant_id and c.kind = 'mfa' and c.user_id = v_existing.id
      and c.secret_hash = sha256(convert_to(v_answer #>> '{$refuse,details,mfa_token}', 'UTF8'));
  elsif v_answer->'$refuse' is null then
    if p_on_conflict = 'merge' then perform app.user_merge(p_anonymous, v_existing); end if;
    perform app.user_remove(p_anonymous, p_on_conflict = 'discard');
  end if;
  return v_answer;
end $$;
comment on function app.anonymous_join is
  'Turns an anonymous user into an existing account, verified by p_methods: merge moves their '
  'rows to it, discard leaves them in the trash. Ends as app.sign_in: a second factor may still be '
  'asked for, and nothing is joined before it is shown';
