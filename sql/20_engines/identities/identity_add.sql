create or replace function app.identity_add(
  p_user app.users, p_provider text, p_subject text, p_email text, p_data jsonb)
returns app.identities
language plpgsql volatile as $$
declare v_identity app.identities;
begin
  insert into app.identities
    (tenant_id, id, user_id, provider, subject, email, identity_data, last_sign_in_at)
  values (p_user.tenant_id, app.new_id('idn'), p_user.id, p_provider, p_subject, lower(p_email),
    p_data, clock_timestamp())
  on conflict do nothing
  returning * into v_identity;
  if not found then
    -- Somebody was first, a moment ago: what is done about it begins anew (db/call.ts repeats it).
    raise exception using errcode = '40001', message = 'the identity has just been linked';
  end if;
  return v_identity;
end $$;
comment on function app.identity_add is
  'An account elsewhere that a user signs in with from now on. The journal is the caller''s';
