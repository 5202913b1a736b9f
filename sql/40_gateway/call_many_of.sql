create or replace function gateway.call_many_of(
  tenant text, credentials text[], operations text[], args text[])
returns text[]
language plpgsql as $$
declare
  v_call record;
  v_answers text[] := '{}';
begin
  for v_call in
    select * from gateway.call_many(
      array_fill(tenant, array[cardinality(operations)]), credentials, operations, args)
  loop
    v_answers := v_answers || array[
      v_call.body::text, v_call.state, v_call.message, v_call.detail, v_call.ms::text];
  end loop;
  return v_answers;
end $$;
comment on function gateway.call_many_of is
  'Several calls of one tenant, on its node of a cluster: gateway.call_many, with its five columns of each call one '
  'after the other';
