create or replace function app.audit_indexed(
  p_tenant text, args jsonb, p_path text, p_from timestamptz, p_to timestamptz, p_low text,
  p_high text, p_limit integer)
returns table (xid xid8, id text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  v_action text := args->>'action';
  v_actor_id text := args->>'actor_id';
  v_resource_id text := args->>'resource_id';
  v_resource_type text := coalesce(args->>'resource_type', 'event');
begin
  -- Past row-level security, under which a member of a json cannot be looked up in an index: it
  -- only answers for the tenant of the caller, and only with places. In a collation of their own
  -- these indexes are the only ones that fit: the primary key, which has the order, would seem
  -- good.
  if p_tenant is distinct from current_setting('app.tenant_id') then return; end if;
  case p_path
  when 'resource' then
    return query
      select j.xid, j.id::text from app.journal j
      where j.tenant_id = p_tenant collate "ucs_basic" and j.resource_id = v_resource_id
        and app.audit_matches(row(j.*)::app.journal, args, p_from, p_to, p_low, p_high)
      order by j.xid desc, j.id desc limit p_limit;
  when 'actor' then
    return query
      select j.xid, j.id::text from app.journal j
      where j.tenant_id = p_tenant collate "ucs_basic" and j.actor->>'id' = v_actor_id
        and j.actor->>'type' = 'user'
        and app.audit_matches(row(j.*)::app.journal, args, p_from, p_to, p_low, p_high)
      order by j.xid desc, j.id desc limit p_limit;
  when 'type' then
    return query
      select j.xid, j.id::text from app.journal j
      where j.tenant_id = p_tenant collate "ucs_basic" and j.type collate "C" = v_action
        and j.resource_type <> 'object'
        and app.audit_matches(row(j.*)::app.journal, args, p_from, p_to, p_low, p_high)
      order by j.xid desc, j.id desc limit p_limit;
  when 'types' then
    return query
      select l.xid, l.id
      from app.journal_types(p_tenant, left(v_action, -2)) t cross join lateral (
        select j.xid, j.id::text as id from app.journal j
        where j.tenant_id = p_tenant collate "ucs_basic" and j.type collate "C" = t.type
          and j.resource_type <> 'object'
          and app.audit_matches(row(j.*)::app.journal, args, p_from, p_to, p_low, p_high)
        order by j.xid desc, j.id desc limit p_limit) l
      order by l.xid desc, l.id desc limit p_limit;
  when 'resource_type' then
    return query
      select j.xid, j.id::text from app.journal j
      where j.tenant_id = p_tenant collate "ucs_basic" and j.resource_type = v_resource_type
        and j.resource_type <> 'object'
        and app.audit_matches(row(j.*)::app.journal, args, p_from, p_to, p_low, p_high)
      order by j.xid desc, j.id desc limit p_limit;
  end case;
end $$;
comment on function app.audit_indexed is
  'Answers app.audit_find, by one of the indexes that app.audit_path names';
