create or replace function worker.budgets_expire()
returns void
language plpgsql volatile as $$
declare
  v_day timestamptz := clock_timestamp() - interval '1 day';
  v_tenant text := '';
begin
  loop
    select b.tenant_id into v_tenant from app.causation_budgets b
    where b.tenant_id > v_tenant order by b.tenant_id limit 1;
    exit when not found;
    delete from app.causation_budgets b where b.tenant_id = v_tenant and b.updated_at < v_day;
  end loop;
end $$;
comment on function worker.budgets_expire is
  'For worker.housekeeping: forgets what a cause has led to, a day after the last of it';
