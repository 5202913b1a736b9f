create or replace function app.mock_invoice_add(p_row app.subscriptions)
returns void
language plpgsql volatile as $$
declare
  v_number integer;
  v_id text := app.new_id('inv');
  v_now timestamptz := clock_timestamp();
begin
  -- Every change of a tenant's subscription locks the tenant, so no two take the same number.
  select coalesce(max(i.number), 0) + 1 into v_number
  from app.mock_invoices i where i.tenant_id = p_row.tenant_id;
  insert into app.mock_invoices (tenant_id, number, id, currency, total, created_at)
  values (p_row.tenant_id, v_number, v_id, p_row.currency, p_row.price * p_row.seats, v_now);
end $$;
comment on function app.mock_invoice_add is 'Writes the invoice of the period that a subscription of the mock provider begins';
