create or replace function app.entry_dimensions(p_names text[], p_dimensions jsonb, p_at text)
returns jsonb
language plpgsql immutable as $$
declare v_unknown text;
begin
  select min(d) into v_unknown from jsonb_object_keys(coalesce(p_dimensions, '{}')) d where d <> all (p_names);
  if v_unknown is not null then
    perform app.invalid(p_at || 'dimensions.' || v_unknown, 'unknown_dimension', 'is not a dimension of the settings');
  end if;
  return coalesce(p_dimensions, '{}');
end $$;
comment on function app.entry_dimensions is 'The dimensions of a line; 400 for one that the settings do not have';
