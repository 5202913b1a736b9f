create or replace function app.invariant_index_refuse(p_path text, p_names jsonb)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(400, 'FILTER_TOO_EXPENSIVE', format(
    '%s: each write would look for the objects of its group. Index %s (is_indexed) first.', p_path,
    array_to_string(array(select jsonb_array_elements_text(p_names)), ', ')),
    jsonb_build_object('reason', 'index', 'index', p_names), p_path);
end $$;
comment on function app.invariant_index_refuse is
  'Refuses with 400 FILTER_TOO_EXPENSIVE a rule about groups whose properties have no index';
