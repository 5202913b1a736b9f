create or replace function app.metrics_unsealed(p_now timestamptz)
returns numeric
language plpgsql stable as $$
declare
  v_oldest timestamptz;
begin
  if (select count(*) from (select 1 from app.tenants limit 1001) t) > 1000 then return null; end if;
  select min(app.journal_unsealed_since(t.tenant_id)) into v_oldest from app.tenants t;
  return coalesce(extract(epoch from p_now - v_oldest), 0);
end $$;
comment on function app.metrics_unsealed is
  'The age of the oldest row of the journal that is not sealed, in seconds. Null with more than '
  '1,000 tenants: it looks at each';
