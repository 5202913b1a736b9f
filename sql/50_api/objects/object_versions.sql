create or replace function api.object_versions(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_filter app.filter := app.policy_filter(v_type, 'select');
  v_object app.objects;
  v_before integer;
  v_limit integer := args->>'limit';
  v_most constant integer := case when v_filter.condition is null then 10000 else 1000 end;
begin
  select * into v_object from app.objects o
  where o.tenant_id = tenant and o.object_type_id = v_type.id and o.id = args->>'object_id';
  if not found or app.filter_holds(v_filter, v_object) is not true then
    perform app.not_found('object', args->>'object_id');
  end if;
  v_before := coalesce((args->>'before')::integer, v_object.version);
  return app.listed((
      -- One more than the page: the state before its last one.
      select json_agg(
        app.version_json(p.v, case when (p.w).version = (p.v).version - 1 then p.w end)
        order by (p.v).version desc)
      from (
        select s.v, lead(s.v) over (order by (s.v).version desc) as w
        from (
          select row(v.*)::app.object_versions as v from app.object_versions v
          where v.tenant_id = tenant and v.object_type_id = v_type.id and v.object_id = v_object.id
            and v.version < v_before
            and app.filter_holds(v_filter, app.object_as(v_object, row(v.*)::app.object_versions))
          order by v.version desc limit v_limit + 1) s
        order by (s.v).version desc limit v_limit) p),
    (select count(*) from (
      select 1 from app.object_versions v
      where v.tenant_id = tenant and v.object_type_id = v_type.id and v.object_id = v_object.id
        and app.filter_holds(v_filter, app.object_as(v_object, row(v.*)::app.object_versions))
      limit v_most + 1) c), v_most);
end $$;
comment on function api.object_versions is 'List the previous versions of an object, newest first';
