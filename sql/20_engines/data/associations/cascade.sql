create or replace function app.cascade(p_type app.object_types, p_ids text[])
returns table (object_type_id text, id text)
language plpgsql stable as $$
declare
  v_most constant integer := 1000;
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
      where not a.is_hidden and a.from_id <> all (v_seen)
      limit v_most + 1) f;
    v_seen := v_seen || v_ids;
    if cardinality(v_seen) - cardinality(p_ids) > v_most then
      perform app.fail(409, 'INVALID_STATE', format(
        'This would delete more than %s other objects through cascading associations. Delete some '
        'of them first.', v_most),
        jsonb_build_object('max', v_most, 'association_types', v_names));
    end if;
    return query select * from unnest(v_type_ids, v_ids);
  end loop;
end $$;
comment on function app.cascade is
  'Returns the other objects that go when these do: those with an association to them whose '
  'on_delete is cascade, and so on. 409 INVALID_STATE beyond 1,000';
