create or replace function app.realtime_feed(p_tenant text, p_args jsonb)
returns json
language plpgsql stable as $$
declare
  v_after text := p_args->>'after';
  v_xid xid8 := split_part(v_after, '-', 1);
  v_id text := 'evt_' || split_part(v_after, '-', 2);
  v_limit integer := p_args->>'limit';
  v_horizon xid8 := app.place_horizon(p_tenant);
  v_rows app.journal[];
  v_bound jsonb;
begin
  -- A process that has lived through a fail-over.
  if app.place_rewind(p_tenant, v_xid) is not null then
    return json_build_object('rows', '[]'::json, 'has_more', false, 'is_behind', false,
      'restart', app.journal_end(p_tenant, v_horizon, null));
  end if;
  select coalesce(array_agg(j order by j.xid, j.id), '{}') into v_rows from (
    select j.* from app.journal j
    where j.tenant_id = p_tenant and (j.xid, j.id) > (v_xid, v_id) and j.xid < v_horizon
    order by j.xid, j.id limit v_limit) j;
  if cardinality(v_rows) > 0 then
    v_bound := app.realtime_bound(p_tenant,
      array(select distinct (r).object_type_id from unnest(v_rows) r));
  end if;
  return json_build_object(
    'rows', coalesce((
      select json_agg(app.realtime_row(v_rows[n], case v_rows[n].resource_type
          when 'object' then v_bound->>v_rows[n].object_type_id
          else case when v_rows[n].resource_type = any (app.journal_judged('{"policies": {}}'))
            then 'all' end end)
        order by n)
      from generate_subscripts(v_rows, 1) n), '[]'),
    'has_more', cardinality(v_rows) = v_limit,
    'is_behind', exists (
      select 1 from app.journal j where j.tenant_id = p_tenant and j.xid >= v_horizon));
end $$;
comment on function app.realtime_feed is
  'Returns the rows after a place in the journal, for all who listen in a tenant: {rows, '
  'has_more, is_behind}, the last when there are rows that cannot be shown yet; restart, the '
  'present place, where the one asked for is of a time that is lost. A row that is bound is for '
  'those only after app.realtime_judged has looked';
