create or replace function app.realtime_filter(
  p_tenant text, p_filter jsonb, p_path text default null)
returns app.filter
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_conditions jsonb := p_filter->'filter';
begin
  if not p_filter ? 'type' then
    return app.event_filter(p_tenant, v_conditions, coalesce(p_path, 'filter'));
  end if;
  select * into v_type from app.object_types t
  where t.tenant_id = p_tenant and t.id = p_filter->>'type';
  if p_filter ? 'view' then
    select v.filters into v_conditions from app.views v
    where v.tenant_id = p_tenant and v.object_type_id = v_type.id and v.id = p_filter->>'view';
  end if;
  -- Of a type or view that is gone.
  if v_conditions is null then
    v_conditions := '[{"property": "id", "operator": "in", "value": []}]';
  end if;
  return app.compile_filter(v_type, v_conditions, coalesce(p_path, 'filter'));
exception when others then
  if p_path is not null then raise; end if;
  -- It has gone out of date, with a property that was deleted: nothing fits it.
  return row('strict (1 == 0)', '{}', true, '[]', '[]', null, null, null)::app.filter;
end $$;
comment on function app.realtime_filter is
  'The filter of a subscription, {type, filter | view} over objects or {filter} over events, '
  'within what policies show the caller. With a path what is wrong is 400; without, it lets '
  'nothing through';
