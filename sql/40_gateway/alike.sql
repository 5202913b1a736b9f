create or replace function gateway.alike(
  tenants text[], credentials text[], operations text[], args text[], first integer)
returns integer
language plpgsql immutable as $$
declare
  v_credential jsonb := credentials[first]::jsonb - '{request_id,root}'::text[];
  v_type text := args[first]::jsonb->>'object_type_id';
begin
  for n in first + 1 .. cardinality(operations) loop
    if operations[n] <> operations[first] or tenants[n] <> tenants[first]
      or credentials[n]::jsonb - '{request_id,root}'::text[] <> v_credential
      or args[n]::jsonb->>'object_type_id' <> v_type
    then
      return n - 1;
    end if;
  end loop;
  return cardinality(operations);
end $$;
comment on function gateway.alike is
  'The last of the calls, from the first one on, of one caller and operation about objects of one type';
