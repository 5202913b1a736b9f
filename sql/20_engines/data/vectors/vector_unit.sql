create or replace function app.vector_unit(p_numbers jsonb, p_path text)
returns real[]
language plpgsql immutable as $$
declare
  v_numbers double precision[] := array(
    select n.value::double precision from jsonb_array_elements_text(p_numbers) with ordinality n(value, place) order by n.place);
  v_length double precision := sqrt((select sum(n * n) from unnest(v_numbers) n));
begin
  if v_length is null or v_length = 0 then
    perform app.invalid(p_path, 'zero', 'must contain a number other than 0: a zero vector has no direction');
  end if;
  return array(select (n.value / v_length)::real from unnest(v_numbers) with ordinality n(value, place) order by n.place);
end $$;
comment on function app.vector_unit is 'A vector of a request, [number], made of length 1; 400 for one that has none';
