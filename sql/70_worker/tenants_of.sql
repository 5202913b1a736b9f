create or replace function worker.tenants_of(p_table regclass)
returns setof text
language plpgsql stable set enable_hashjoin = off set enable_mergejoin = off set enable_hashagg = off as $$
begin
  -- From tenant to tenant, one probe of the table's index each: however many rows it has, none but
  -- the first of each tenant is read.
  return query execute format($q$
    select t.tenant_id from app.tenants t
    where exists (select 1 from %s r where r.tenant_id = t.tenant_id)
    order by t.tenant_id $q$, p_table);
end $$;
comment on function worker.tenants_of is
  'The tenants that have rows in a table, in order: for loops that give each tenant a statement of '
  'its own';
