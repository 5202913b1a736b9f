create or replace function app.vectors_are_few(p_tenant text, p_collection text, p_dimensions integer)
returns boolean
language plpgsql stable as $$
declare v_most integer := greatest(20000, 10000000 / p_dimensions);
begin
  return (
    select count(*) <= v_most
    from (
      select 1 from app.vector_bits b where b.tenant_id = p_tenant and b.collection = p_collection
      limit v_most + 1) n);
end $$;
comment on function app.vectors_are_few is
  'Whether all vectors of a collection are compared by their numbers: up to 20,000 of them, or 10 million numbers';
