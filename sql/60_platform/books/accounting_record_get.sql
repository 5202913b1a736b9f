create or replace function platform.accounting_record_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_record app.accounting_records;
begin
  select * into v_record from app.accounting_records r where r.id = args->>'record_id';
  if not found then perform app.not_found('accounting_record', args->>'record_id'); end if;
  return app.accounting_record_json(v_record);
end $$;
comment on function platform.accounting_record_get is 'Get a record of your books';
