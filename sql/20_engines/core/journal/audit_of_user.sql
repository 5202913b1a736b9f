create or replace function app.audit_of_user(
  p_tenant text, args jsonb, p_from timestamptz, p_to timestamptz, p_low text, p_high text,
  p_limit integer)
returns table (xid xid8, id text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare v_user text := args->>'actor_id';
begin
  -- Past row-level security, under which a member of a json cannot be looked up in an index: it
  -- answers for the tenant of the caller alone, and with places alone.
  if p_tenant is distinct from current_setting('app.tenant_id', true) then return; end if;
  return query
    select j.xid, j.id::text from app.journal j
    where j.tenant_id = p_tenant and j.actor->>'id' = v_user and j.actor->>'type' = 'user'
      and app.audit_matches(j, args, p_from, p_to, p_low, p_high)
    order by j.xid desc, j.id desc limit p_limit;
end $$;
comment on function app.audit_of_user is
  'Where up to p_limit rows of the journal stand that a user has caused and args ask for, newest '
  'first';
