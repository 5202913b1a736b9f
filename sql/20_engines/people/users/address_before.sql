create or replace function app.address_before(p_user app.users, p_proof app.auth_tokens)
returns app.users
language plpgsql stable as $$
declare
  v_user app.users := p_user;
  v_since timestamptz := p_proof.data->>'since';
  v_own text := case when strpos(p_proof.recipient, '@') > 0 then 'email' else 'phone' end;
  v_change jsonb;
begin
  for v_change in
    select x.data
    from (
      select t.data, t.created_at from app.auth_tokens t
      where t.tenant_id = p_user.tenant_id and t.user_id = p_user.id
        and t.type like '%\_change\_undo' and t.created_at >= v_since
        -- The steps that led to the address that proves this are not undone by it.
        and (t.created_at > p_proof.created_at or t.data->>'channel' <> v_own)
      union all select p_proof.data, p_proof.created_at) x
    order by x.created_at desc
  loop
    if v_change->>'channel' = 'email' then
      v_user.email := v_change->>'from';
      v_user.email_verified_at := v_change->>'verified_at';
    else
      v_user.phone := v_change->>'from';
      v_user.phone_verified_at := v_change->>'verified_at';
    end if;
  end loop;
  return v_user;
end $$;
comment on function app.address_before is
  'A user with the addresses from before a change that a proof undoes, and those changes that were '
  'made since the session began that asked for it, the latest first';
