create or replace function app.book_record_merge(p_record app.book_records, args jsonb)
returns app.book_records
language plpgsql stable as $$
begin
  p_record := jsonb_populate_record(p_record,
    app.jsonb_pick(args, '{type,currency,category,description,reference,occurred_at}'));
  p_record.amount := app.money_parse('amount',
    coalesce(args->>'amount', trim_scale(p_record.amount)::text), p_record.currency);
  if args ? 'tenant_id' then
    p_record.about_tenant := args->>'tenant_id';
    perform 1 from app.tenants t where t.tenant_id = p_record.about_tenant;
    if not found and p_record.about_tenant is not null then
      perform app.invalid('tenant_id', 'unknown_tenant', 'must be the id of a tenant');
    end if;
  end if;
  return p_record;
end $$;
comment on function app.book_record_merge is
  'A record of the operator''s books with what a request says of it; 400 for an unknown tenant or currency, and for an amount '
  'with more decimals than its currency has';
