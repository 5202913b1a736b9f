create or replace function app.audit_find(
  p_tenant text, args jsonb, p_path text, p_since timestamptz, p_limit integer)
returns table (xid xid8, id text)
language plpgsql stable as $$
declare
  v_from timestamptz := greatest((args->>'from')::timestamptz, p_since);
  v_to timestamptz := coalesce((args->>'to')::timestamptz, 'infinity');
  v_low text := app.event_id_from(v_from);
  v_high text := app.event_id_to(v_to);
  v_action text := args->>'action';
  v_resource_id text := args->>'resource_id';
  v_resource_type text := coalesce(args->>'resource_type', 'event');
begin
  case p_path
  when 'resource' then
    return query
      select j.xid, j.id::text from app.journal j
      where j.tenant_id = p_tenant and j.resource_id = v_resource_id
        and app.audit_matches(j, args, v_from, v_to, v_low, v_high)
      order by j.xid desc, j.id desc limit p_limit;
  when 'actor' then
    return query
      select a.xid, a.id
      from app.audit_of_user(p_tenant, args, v_from, v_to, v_low, v_high, p_limit) a;
  when 'type' then
    return query
      select j.xid, j.id::text from app.journal j
      where j.tenant_id = p_tenant and j.type collate "C" = v_action and j.resource_type <> 'object'
        and app.audit_matches(j, args, v_from, v_to, v_low, v_high)
      order by j.xid desc, j.id desc limit p_limit;
  when 'types' then
    return query
      select l.xid, l.id
      from app.journal_types(p_tenant, left(v_action, -2)) t cross join lateral (
        select j.xid, j.id::text as id from app.journal j
        where j.tenant_id = p_tenant and j.type collate "C" = t.type
          and j.resource_type <> 'object' and app.audit_matches(j, args, v_from, v_to, v_low, v_high)
        order by j.xid desc, j.id desc limit p_limit) l
      order by l.xid desc, l.id desc limit p_limit;
  when 'resource_type' then
    return query
      select j.xid, j.id::text from app.journal j
      where j.tenant_id = p_tenant and j.resource_type = v_resource_type
        and j.resource_type <> 'object' and app.audit_matches(j, args, v_from, v_to, v_low, v_high)
      order by j.xid desc, j.id desc limit p_limit;
  else
    return query
      select j.xid, j.id::text from app.journal j
      where j.tenant_id = p_tenant and j.id >= v_low and j.id < v_high and app.audit_matches(j, args, v_from, v_to, v_low, v_high)
      order by j.xid desc, j.id desc limit p_limit;
  end case;
end $$;
comment on function app.audit_find is
  'Where up to p_limit rows of the journal stand that args ask for, newest first, along the index that '
  'p_path (of app.audit_path) names; none from before p_since';
