create or replace function app.references_fill(p_step jsonb, p_results json[])
returns jsonb
language plpgsql immutable as $$
declare
  v_args jsonb := p_step->'args';
  v_reference jsonb;
  v_value jsonb;
  v_room bigint := 5242880;  -- as long as a request may be
begin
  for v_reference in select jsonb_array_elements(p_step->'references') loop
    v_value := app.reference_value(v_reference, p_results);
    if v_reference->'is_text' = 'true' and length(v_value #>> '{}') not between 1 and 1000 then
      perform app.fail(400, 'VALIDATION_ERROR', format(
        'The text to which %s refers must have 1 to 1000 characters.', v_reference->'at'->>0));
    end if;
    v_room := v_room - pg_column_size(v_value);
    if v_room < 0 then perform app.reference_too_long(v_reference); end if;
    v_args := jsonb_set(v_args,
      array(select jsonb_array_elements_text(v_reference->'at')), v_value);
  end loop;
  return v_args;
end $$;
comment on function app.references_fill is
  'Returns the arguments of a step of a transaction, with what its references stand for';
