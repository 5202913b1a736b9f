create or replace function app.filter_external_holds(p_external jsonb, p_object app.objects)
returns boolean
language plpgsql stable as $$
declare
  v_filter app.filter;
  v_name text := p_external->>'association';
  v_type_id text := p_external->>'type_id';
  v_policies jsonb := nullif(p_external->'policies', 'null');
begin
  if p_external ? 'matches' then return app.search_holds(p_external, p_object); end if;
  if p_external ? 'also' then
    return app.filter_holds(jsonb_populate_record(null::app.filter, p_external->'also'), p_object);
  elsif v_name is null then
    return false;
  end if;
  v_filter := jsonb_populate_record(null::app.filter, p_external->'filter');
  -- The associations first, then each other end by its key: only that way, whatever the planner
  -- thinks of the tables.
  if p_external @> '{"is_incoming": true}' then
    return exists (
      select 1 from app.associations a
      cross join lateral (
        select 1 from app.objects o
        where o.tenant_id = p_object.tenant_id and o.object_type_id = a.from_type_id
          and o.id = a.from_id and app.filter_holds(case when v_policies is null then v_filter
            else jsonb_populate_record(null::app.filter, v_policies->a.from_type_id) end,
              row(o.*)::app.objects)
        offset 0) o
      where a.tenant_id = p_object.tenant_id and a.to_type_id = p_object.object_type_id
        and a.to_id = p_object.id and a.association_type = v_name and not a.is_hidden
        and (v_type_id is null or a.from_type_id = v_type_id));
  end if;
  return exists (
    select 1 from app.associations a
    cross join lateral (
      select 1 from app.objects o
      where o.tenant_id = p_object.tenant_id and o.object_type_id = a.to_type_id
        and o.id = a.to_id and app.filter_holds(case when v_policies is null then v_filter
          else jsonb_populate_record(null::app.filter, v_policies->a.to_type_id) end,
            row(o.*)::app.objects)
      offset 0) o
    where a.tenant_id = p_object.tenant_id and a.from_type_id = p_object.object_type_id
      and a.from_id = p_object.id and a.association_type = v_name and not a.is_hidden
      and (v_type_id is null or a.to_type_id = v_type_id));
end $$;
comment on function app.filter_external_holds is
  'The answer to a question of a filter that properties alone cannot answer: words, '
  'associations, the policies for another who wrote a part of what asks';
