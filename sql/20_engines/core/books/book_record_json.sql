create or replace function app.book_record_json(p_record app.book_records)
returns json
language sql stable as $$
  select json_build_object('id', p_record.id, 'type', p_record.type,
    'amount', app.money_text(p_record.amount, p_record.currency), 'currency', p_record.currency,
    'category', p_record.category, 'tenant_id', p_record.about_tenant,
    'description', p_record.description, 'reference', p_record.reference,
    'occurred_at', p_record.occurred_at, 'created_by', p_record.created_by,
    'created_at', p_record.created_at, 'updated_at', p_record.updated_at)
$$;
comment on function app.book_record_json is 'A record of the operator''s books as the API shows it';
