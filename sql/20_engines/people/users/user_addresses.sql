create or replace function app.user_addresses(p_tenant text, p_user_id text)
returns text[]
language plpgsql stable as $$
declare
  v_addresses text[];
  v_is_own boolean;
begin
  select j.actor->>'id' = p_user_id into v_is_own from app.journal j
  where j.tenant_id = p_tenant and j.resource_id = p_user_id and j.type = 'user.deleted' limit 1;
  select array_agg(distinct a.address) into v_addresses
  from (
    select app.user_state_json(row(u.*)::app.users) as state from app.users u
    where u.tenant_id = p_tenant and u.id = p_user_id
    union all
    select s.state from app.journal j cross join lateral (values (j.before::jsonb), (j.after::jsonb)) s(state)
    where j.tenant_id = p_tenant and j.resource_id = p_user_id and j.resource_type = 'user') k
  cross join lateral (values
    (lower(k.state->>'email'), k.state @> '{"email_verified":true}'),
    (k.state->>'phone', k.state @> '{"phone_verified":true}')) a(address, is_proved)
  -- Anyone may sign up with the address of another: where they delete themselves, only what they have proved is theirs.
  where a.address is not null and (a.is_proved or v_is_own is distinct from true);
  -- An address that has a new owner is theirs now.
  return array(
    select a from unnest(v_addresses) a
    where not exists (
      select 1 from app.users u
      where u.tenant_id = p_tenant and u.id <> p_user_id and (u.email = a or u.phone = a)));
end $$;
comment on function app.user_addresses is
  'The emails and phones that a user has, or had as far as the journal knows: without those of other users, and, of users who delete themselves, those '
  'that they have not proved to be theirs';
