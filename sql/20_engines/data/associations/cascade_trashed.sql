create or replace function app.cascade_trashed(
  p_type app.object_types, p_ids text[], p_tx_ids xid8[])
returns table (object_type_id text, id text)
language plpgsql stable as $$
declare
  v_names text[] := array(
    select t.name from app.association_types t
    where t.tenant_id = p_type.tenant_id and t.on_delete = 'cascade');
  v_seen text[] := p_ids;
  v_type_ids text[] := array_fill(p_type.id::text, array[cardinality(p_ids)]);
  v_ids text[] := p_ids;
begin
  while v_names <> '{}' and cardinality(v_ids) > 0 loop
    select coalesce(array_agg(f.from_type_id), '{}'), coalesce(array_agg(f.from_id), '{}')
    into v_type_ids, v_ids
    from (
      select distinct a.from_type_id::text, a.from_id::text
      from unnest(v_type_ids, v_ids) k(type_id, id) cross join unnest(v_names) n(name)
      cross join lateral (
        select * from app.associations a
        where a.tenant_id = p_type.tenant_id and a.to_type_id = k.type_id and a.to_id = k.id
          and a.association_type = n.name offset 0) a
      cross join lateral (
        select * from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = a.from_type_id
          and o.id = a.from_id offset 0) o
      where a.from_id <> all (v_seen) and o.is_deleted and o.tx_id = any (p_tx_ids)) f;
    v_seen := v_seen || v_ids;
    return query select * from unnest(v_type_ids, v_ids);
  end loop;
end $$;
comment on function app.cascade_trashed is
  'The other objects that went to the trash with these, in the same transactions (p_tx_ids) and '
  'because their associations cascade';
