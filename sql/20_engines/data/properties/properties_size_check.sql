create or replace function app.properties_size_check(p_properties jsonb, p_path text)
returns void
language plpgsql immutable as $$
declare v_most constant integer := 16777216;
begin
  -- Snapshots and feeds hold an object, as it is and as it was, in one row.
  if octet_length(p_properties::text) > v_most then
    perform app.invalid(p_path, 'too_large', 'must not exceed 16 MB in all: split the object, or keep large values as files');
  end if;
end $$;
comment on function app.properties_size_check is
  'Refuses with 400 properties that have grown beyond what one row of a snapshot can hold';
