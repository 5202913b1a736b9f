create or replace function app.cascade_lock(p_type app.object_types, p_ids text[])
returns table (object_type_id text, id text)
language plpgsql volatile as $$
declare
  v_type_ids text[];
  v_ids text[];
begin
  select array_agg(c.object_type_id), array_agg(c.id) into v_type_ids, v_ids
  from app.cascade(p_type, p_ids) c;
  if v_ids is null then return; end if;
  perform app.objects_lock_all(p_type.tenant_id,
    v_type_ids || array_fill(p_type.id::text, array[cardinality(p_ids)]), v_ids || p_ids);
  if exists (select 1 from app.cascade(p_type, p_ids) c where c.id <> all (v_ids)) then
    raise exception using errcode = 'serialization_failure',
      message = 'another object was associated meanwhile';
  end if;
  return query select * from unnest(v_type_ids, v_ids);
end $$;
comment on function app.cascade_lock is
  'app.cascade with these objects and those found locked, and their types held, in one order. '
  'A delete calls it before it locks anything else, so that it never crosses another; '
  'when an association came in between, the gateway repeats the call (40001)';
