create or replace function app.reference_value(p_reference jsonb, p_results json[])
returns jsonb
language plpgsql immutable as $$
declare
  v_part jsonb;
  v_value jsonb;
  v_text text := '';
begin
  for v_part in select jsonb_array_elements(p_reference->'parts') loop
    if jsonb_typeof(v_part) = 'string' then
      v_text := v_text || (v_part #>> '{}');
      continue;
    end if;
    -- Node opens sealed secrets once every step is done: no step may have them.
    v_value := app.masked((p_results[(v_part->>'step')::integer + 1]->'data' #>
      array(select jsonb_array_elements_text(v_part->'path')))::jsonb);
    if v_value is null then
      perform app.fail(400, 'VALIDATION_ERROR', format(
        'The response to requests[%s] has no data.%s, to which %s refers. Correct the '
        'reference.', v_part->>'step',
        array_to_string(array(select jsonb_array_elements_text(v_part->'path')), '.'),
        array_to_string(array(select jsonb_array_elements_text(p_reference->'at')), '.')));
    end if;
    if jsonb_array_length(p_reference->'parts') = 1 and p_reference->'is_text' = 'false' then
      exit when app.is_exact(v_value);
      perform app.fail(400, 'VALIDATION_ERROR', format(
        'The value of %s has more digits than a number can hold. Use it inside a longer string, as '
        'text.',
        array_to_string(array(select jsonb_array_elements_text(p_reference->'at')), '.')));
    end if;
    if jsonb_typeof(v_value) not in ('string', 'number', 'boolean') then
      perform app.fail(400, 'VALIDATION_ERROR', format(
        'The value of %s must be text, a number, true or false. Its type is %s.',
        array_to_string(array(select jsonb_array_elements_text(p_reference->'at')), '.'),
        jsonb_typeof(v_value)));
    end if;
    v_text := v_text || (v_value #>> '{}');
    v_value := null;
    if octet_length(v_text) > 5242880 then perform app.reference_too_long(p_reference); end if;
  end loop;
  return coalesce(v_value, to_jsonb(v_text));
end $$;
comment on function app.reference_value is
  'Returns the value of a text with references, {at, is_text, parts}, each part a text or {step, '
  'path} into the results of earlier steps. One reference alone is its value, otherwise all are '
  'joined as text';
