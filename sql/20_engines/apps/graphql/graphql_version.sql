create or replace function app.graphql_version(p_tenant text)
returns text
language plpgsql stable as $$
begin
  return (
    select count(*) || '.' || to_hex(coalesce(bit_xor(
      hash_record_extended(row(t.id, t.name, t.updated_at, t.definition), 0)), 0))
    from app.object_types t where t.tenant_id = p_tenant) || '.' || (
    select count(*) || '.' || to_hex(coalesce(bit_xor(
      hash_record_extended(row(a.id, a.updated_at), 0)), 0))
    from app.association_types a where a.tenant_id = p_tenant);
end $$;
comment on function app.graphql_version is
  'A text that changes whenever app.graphql_definition does. Made of what is there, so that no change '
  'of a type has to keep a number up to date, and wait for others at it';
