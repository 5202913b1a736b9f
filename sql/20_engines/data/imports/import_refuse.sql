create or replace function app.import_refuse(p_result jsonb)
returns void
language plpgsql immutable as $$
declare v_first jsonb := p_result->'errors'->0;
begin
  perform app.fail(400, 'VALIDATION_ERROR',
    format('Row %s%s: %s. Nothing was imported. Correct the row, or send on_error skip to import '
      'the valid rows only.',
      v_first->>'row', coalesce(' ' || (v_first->>'property'), ''),
      rtrim(v_first->>'message', '.')),
    p_result->'errors', 'rows');
end $$;
comment on function app.import_refuse is
  'Refuses with 400 an all-or-nothing import, listing its bad rows';
