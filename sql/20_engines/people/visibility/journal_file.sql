create or replace function app.journal_file(p_tenant text, p_record jsonb)
returns app.files
language sql immutable as $$
  select jsonb_populate_record(null::app.files,
    p_record || jsonb_build_object('tenant_id', p_tenant))
$$;
comment on function app.journal_file is 'A file as a row of the journal holds it';
