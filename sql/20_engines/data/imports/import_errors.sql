create or replace function app.import_errors(p_row integer, p_message text, p_detail text)
returns jsonb
language plpgsql immutable as $$
declare
  v_failure jsonb := p_detail;
  v_details jsonb := v_failure->'details';
begin
  if jsonb_typeof(v_details) = 'array' then
    return (
      select json_agg(jsonb_build_object('row', p_row,
        'property', substring(d->>'path' from '^[^.]*\.(.*)$'),
        'code', d->'code', 'message', d->'message'))::jsonb
      from jsonb_array_elements(v_details) d);
  end if;
  return jsonb_build_array(jsonb_build_object('row', p_row,
    'property', v_details->>'property', 'code', lower(v_failure->>'code'),
    'message', regexp_replace(p_message, '^objects\[\d+\]', 'the row')));
end $$;
comment on function app.import_errors is
  'Turns an error of app.fail about one row into entries {row, property, code, message}';
