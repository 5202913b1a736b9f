create or replace function app.template_filtered(p_value jsonb, p_filters text)
returns jsonb
language plpgsql immutable as $$
declare
  v_value jsonb := p_value;
  v_text text;
  v_filter text;
begin
  if p_filters !~ '\S' or p_value = 'null' then return p_value; end if;
  foreach v_filter in array regexp_split_to_array(btrim(p_filters, E' \t\n\r|'), '\s*\|\s*') loop
    v_text := v_value #>> '{}';
    v_value := case v_filter when 'lower' then to_jsonb(lower(v_text)) when 'upper' then to_jsonb(upper(v_text))
      when 'trim' then to_jsonb(btrim(v_text, E' \t\n\r')) else v_value end;
    continue when v_filter <> 'number';
    if v_text !~ '^\s*[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})\s*$' then
      perform app.fail(400, 'VALIDATION_ERROR', format('%s is not a number.', left(v_text, 100)));
    end if;
    v_value := to_jsonb(v_text::numeric);
    if not app.is_exact(v_value) then
      perform app.fail(400, 'VALIDATION_ERROR', format(
        '%s has more digits than a number can hold. Keep it as text, or round it.', left(v_text, 100)));
    end if;
  end loop;
  return v_value;
end $$;
comment on function app.template_filtered is 'A value after the filters of a template, such as | trim | lower; null stays null';
