create or replace function app.mock_invoices_json(p_tenant text)
returns json
language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', i.id,
      'number', 'MOCK-' || lpad(i.number::text, 4, '0'), 'status', 'paid', 'currency', i.currency,
      'total', app.money_text(i.total, i.currency),
      'amount_paid', app.money_text(i.total, i.currency), 'url', null, 'pdf_url', null,
      'created_at', i.created_at) order by i.number desc), '[]')
    from (
      select * from app.mock_invoices m where m.tenant_id = p_tenant
      order by m.number desc limit 100) i);
end $$;
comment on function app.mock_invoices_json is 'The newest 100 invoices that the mock provider has written for a tenant';
