create or replace function app.audit_find(
  p_tenant text, args jsonb, p_path text, p_since timestamptz, p_limit integer)
returns table (xid xid8, id text)
language plpgsql stable as $$
declare
  v_from timestamptz := greatest((args->>'from')::timestamptz, p_since);
  v_to timestamptz := coalesce((args->>'to')::timestamptz, 'infinity');
  v_low text := app.event_id_from(v_from);
  v_high text := app.event_id_to(v_to);
begin
  if p_path <> 'all' then
    return query
      select a.xid, a.id
      from app.audit_indexed(p_tenant, args, p_path, v_from, v_to, v_low, v_high, p_limit) a;
    return;
  end if;
  return query
    select j.xid, j.id::text from app.journal j
    where j.tenant_id = p_tenant
      and app.audit_matches(row(j.*)::app.journal, args, v_from, v_to, v_low, v_high)
    order by j.xid desc, j.id desc limit p_limit;
end $$;
comment on function app.audit_find is
  'Where up to p_limit rows of the journal stand that args ask for, newest first, along what p_path '
  '(of app.audit_path) names; none from before p_since';
