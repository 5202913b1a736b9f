create or replace function worker.diff_associations(
  p_tenant text, p_type text, p_after text[], p_limit integer)
returns table (from_id text, name text, to_type_id text, to_id text, id text, meta text, digest text)
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return query
    select a.from_id::text, a.association_type, a.to_type_id::text, a.to_id::text, a.id::text, a.meta::text,
      md5(a.meta::text)
    from app.associations a
    where a.tenant_id = p_tenant and a.from_type_id = p_type and not a.is_hidden
      and (a.from_id, a.association_type, a.to_type_id, a.to_id)
        > (p_after[1], p_after[2], p_after[3], p_after[4])
    order by a.from_id, a.association_type, a.to_type_id, a.to_id limit p_limit;
end $$;
comment on function worker.diff_associations is
  'The next associations that begin at objects of a type and are not hidden, by their first end, name and second end';
