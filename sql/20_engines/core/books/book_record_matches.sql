create or replace function app.book_record_matches(p_record app.book_records, args jsonb)
returns boolean
language sql immutable as $$
  select (args->>'type' is null or p_record.type = args->>'type')
    and (args->>'currency' is null or p_record.currency = args->>'currency')
    and (args->>'category' is null or p_record.category = args->>'category')
    and (args->>'tenant_id' is null or p_record.about_tenant = args->>'tenant_id')
$$;
comment on function app.book_record_matches is
  'Whether a record of the operator''s books is what a list looks for {type, currency, category, tenant_id}';
