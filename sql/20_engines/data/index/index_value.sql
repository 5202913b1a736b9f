create or replace function app.index_value(p_data_type text, p_value jsonb)
returns jsonb
language plpgsql immutable as $$
declare v_kind text := app.filter_kind(p_data_type);
begin
  -- Not an SQL function: as part of a statement it would be made ready again for each write.
  return case when case
      when v_kind in ('text', 'moment') then jsonb_typeof(p_value) = 'string'
      when v_kind in ('number', 'boolean') then jsonb_typeof(p_value) = v_kind
      else true end
    then p_value end;
end $$;
comment on function app.index_value is
  'A value as the index of its property sees it. What is not of the property''s kind (it was '
  'there, untyped, before the property was) counts as missing, so that a condition on the index '
  'is exact';
