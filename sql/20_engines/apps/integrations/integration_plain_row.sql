create or replace function app.integration_plain_row(p_type app.object_types, p_row jsonb)
returns jsonb
language plpgsql immutable as $$
declare
  v_name text;
  v_value jsonb;
begin
  foreach v_name in array p_type.formatted loop
    continue when coalesce(p_row->v_name, 'null') = 'null';
    v_value := app.property_value(p_type.definition->v_name, p_row->v_name);
    if v_value is distinct from p_row->v_name and v_value is not null then
      p_row := jsonb_set(p_row, array[v_name], v_value);
    end if;
  end loop;
  return p_row;
end $$;
comment on function app.integration_plain_row is
  'A record as its object would keep it, to be compared with it: an address in small letters, a phone number without spaces';
