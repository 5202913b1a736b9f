create or replace function api.invariant_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type_id text := case when args ? 'object_type_id' then (app.object_type_find(tenant, args->>'object_type_id')).id end;
  -- Bounds, which an index takes under row-level security.
  v_low text := coalesce(v_type_id, '');
  v_high text := coalesce(v_type_id, '~');
begin
  return (
    select app.listed(json_agg(app.invariant_json(row(i.*)::app.invariants) order by i.id desc), count(*))
    from app.invariants i
    where i.tenant_id = tenant and i.object_type_id >= v_low and i.object_type_id <= v_high
      and (not app.is_type_limited() or exists (
        select 1 from app.object_types t
        where t.tenant_id = tenant and t.id = i.object_type_id and app.type_is_permitted(row(t.*)::app.object_types, 'read'))));
end $$;
comment on function api.invariant_list is 'List invariants';
