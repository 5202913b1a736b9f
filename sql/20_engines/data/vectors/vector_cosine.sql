create or replace function app.vector_cosine(p_one real[], p_other real[])
returns double precision
language plpgsql immutable strict as $$
begin
  -- In the list of a SELECT, unnest costs half of what it does in FROM. Vectors of length 1 are rounded, so their product
  -- may be a little more than 1.
  return (
    select least(1, greatest(-1, sum(n.a::double precision * n.b)))
    from (select unnest(p_one) as a, unnest(p_other) as b) n);
end $$;
comment on function app.vector_cosine is 'The cosine of the angle between two vectors of length 1; null where one is';
