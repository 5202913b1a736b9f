create or replace function app.journal_object(
  p_tenant text, p_object_type_id text, p_record jsonb)
returns app.objects
language plpgsql immutable as $$
begin
  return jsonb_populate_record(null::app.objects, p_record
    || jsonb_build_object('tenant_id', p_tenant, 'object_type_id', p_object_type_id));
end $$;
comment on function app.journal_object is 'An object as a row of the journal holds it';
