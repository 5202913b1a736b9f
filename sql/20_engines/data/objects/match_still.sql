create or replace function app.match_still(p_matches text[], p_keys jsonb[], p_locked app.objects[])
returns void
language plpgsql immutable as $$
begin
  if cardinality(p_locked) < cardinality(array_remove(p_matches, null)) or exists (
    select 1 from unnest(p_locked) o
    where not app.match_holds(o.properties, p_keys[array_position(p_matches, o.id::text)])) then
    raise exception using errcode = 'serialization_failure',
      message = 'a matched object has changed or gone';
  end if;
end $$;
comment on function app.match_still is
  'Has the gateway repeat an upsert (40001) when another write came between finding an object '
  'and locking it';
