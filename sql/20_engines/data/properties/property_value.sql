create or replace function app.property_value(p_definition jsonb, p_value jsonb)
returns jsonb
language plpgsql immutable as $$
declare
  v_kind text := jsonb_typeof(p_value);
  v_text text;
begin
  if v_kind = 'string' then v_text := p_value #>> '{}'; end if;

  case p_definition->>'type'
  -- The common ones first: each test costs.
  when 'string' then return case when length(v_text) <= 10000 then p_value end;
  when 'text', 'richtext' then return case when length(v_text) <= 1000000 then p_value end;
  when 'number', 'float', 'percent' then return case when v_kind = 'number' then p_value end;
  when 'boolean' then return case when v_kind = 'boolean' then p_value end;
  when 'email' then return app.email_value(v_text);
  when 'datetime' then return app.datetime_value(v_text);
  when 'integer' then return app.whole_number(p_value, -9007199254740991, 9007199254740991);
  when 'rating' then return app.whole_number(p_value, 0, 5);
  when 'enum' then return case when p_definition->'enum' ? v_text then p_value end;
  when 'json' then return p_value;
  when 'array' then return case when v_kind = 'array' then p_value end;
  when 'object' then return case when v_kind = 'object' then p_value end;
  when 'url' then
    return case when length(v_text) <= 2048 and v_text ~* ('^https?://'
        '(\[[0-9a-f:.]+\]|[^]\s/?#@:"<>\\^`{|}[]+)(:\d{1,5})?([/?#][^\s"<>\\]*)?$')
      then to_jsonb(lower(substring(v_text from '^[^:]+://[^/?#]+'))
        || substring(v_text from '^[^:]+://[^/?#]+(.*)$')) end;
  when 'phone' then
    return to_jsonb(app.phone_number(v_text, p_definition->>'country'));
  when 'slug' then
    return case when length(v_text) <= 200 and v_text ~ '^[a-z0-9]+(-[a-z0-9]+)*$' then p_value end;
  when 'color' then
    return case when v_text ~ '^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$' then to_jsonb(lower(v_text)) end;
  when 'date' then
    return case when v_text ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(v_text, 'date')
      then p_value end;
  when 'time' then
    return case when v_text ~ '^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$'
      then to_jsonb(rpad(v_text, 8, ':00')) end;
  when 'currency' then return app.currency_value(p_value);
  end case;
end $$;
comment on function app.property_value is
  'A value in the normal form of its data type, or null when it does not fit; '
  'app.property_expectation says what would';
