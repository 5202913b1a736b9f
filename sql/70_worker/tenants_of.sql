create or replace function worker.tenants_of(p_table regclass)
returns setof text
language plpgsql stable as $$
begin
  -- From one tenant that has rows to the next, along the index: no table is read whole, and tenants
  -- without rows cost nothing.
  return query execute format($q$
    with recursive tenants as (
      (select r.tenant_id::text from %1$s r order by r.tenant_id limit 1)
      union all
      select (
        select r.tenant_id::text from %1$s r
        where r.tenant_id > t.tenant_id order by r.tenant_id limit 1)
      from tenants t where t.tenant_id is not null)
    select t.tenant_id from tenants t where t.tenant_id is not null $q$, p_table);
end $$;
comment on function worker.tenants_of is
  'The tenants that have rows in a table, in order: for loops that give each tenant a statement of '
  'its own';
