create or replace function app.import_refuse(p_result jsonb)
returns void
language plpgsql immutable as $$
declare v_first jsonb := p_result->'errors'->0;
begin
  perform app.fail(400, 'VALIDATION_ERROR',
    format('Row %s%s: %s Nothing was imported. Correct the row, or send on_error skip to import '
      'the valid rows only.%s',
      v_first->>'row', coalesce(' ' || (v_first->>'property'), ''),
      regexp_replace(v_first->>'message', '([^.?])$', '\1.'),
      case when jsonb_array_length(p_result->'errors') > 1 then (
        select ' Errors so far: ' || string_agg(format('%s in %s (row%s %s)', c->>'count',
          coalesce(nullif(c->>'column', ''), 'whole rows'), case when jsonb_array_length(c->'rows') > 1 then 's' end, (
            select string_agg(r, ', ') from jsonb_array_elements_text(c->'rows') r)), '; ') || '.'
        from jsonb_array_elements(jsonb_path_query_array(
          p_result->'errors_by_column', '$[0 to 9]')) c) end),
    p_result->'errors', 'rows');
end $$;
comment on function app.import_refuse is
  'Refuses with 400 an all-or-nothing import, listing its bad rows';
