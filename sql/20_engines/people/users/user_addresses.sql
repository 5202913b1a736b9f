create or replace function app.user_addresses(p_tenant text, p_user_id text)
returns text[]
language plpgsql stable as $$
declare v_addresses text[];
begin
  select array_agg(distinct a.address) into v_addresses
  from (
    select app.user_state_json(row(u.*)::app.users) as state from app.users u
    where u.tenant_id = p_tenant and u.id = p_user_id
    union all
    select s.state from app.journal j cross join lateral (values (j.before::jsonb), (j.after::jsonb)) s(state)
    where j.tenant_id = p_tenant and j.resource_id = p_user_id and j.resource_type = 'user') k
  cross join lateral (values (lower(k.state->>'email')), (k.state->>'phone')) a(address)
  where a.address is not null;
  -- An address that has a new owner is theirs now.
  return array(
    select a from unnest(v_addresses) a
    where not exists (
      select 1 from app.users u
      where u.tenant_id = p_tenant and u.id <> p_user_id and (u.email = a or u.phone = a)));
end $$;
comment on function app.user_addresses is
  'The emails and phones that a user has, or had as far as the journal knows: without those of other users';
