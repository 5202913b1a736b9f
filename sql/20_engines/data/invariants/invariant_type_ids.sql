create or replace function app.invariant_type_ids(p_type_id text, p_compiled jsonb)
returns text[]
language plpgsql immutable as $$
begin
  return array(
    select distinct v->>'type_id' from jsonb_array_elements(p_compiled->'vias') v where v->>'type_id' <> p_type_id order by 1);
end $$;
comment on function app.invariant_type_ids is 'The other types whose objects a compiled rule looks at';
