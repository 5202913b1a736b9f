create or replace function app.whole_number(p_value jsonb, p_low bigint, p_high bigint)
returns jsonb
language plpgsql immutable as $$
begin
  return case when jsonb_typeof(p_value) = 'number' and p_value::numeric between p_low and p_high
    and p_value::numeric = trunc(p_value::numeric) then to_jsonb(trunc(p_value::numeric)) end;
end $$;
comment on function app.whole_number is
  'A JSON number without a fraction between two bounds, or null';
