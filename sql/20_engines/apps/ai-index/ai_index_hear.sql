create or replace function app.ai_index_hear(p_tenant text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_most integer := app.ai_index_most_failures();
  v_type_id text;
begin
  for v_type_id in
    -- Held, so that none goes away before what it has to follow is written down.
    select i.object_type_id from app.ai_indexes i
    where i.tenant_id = p_tenant and i.object_type_id = any (array(
      select (r).object_type_id from unnest(p_rows) r where (r).resource_type = 'object'))
    order by i.object_type_id for key share
  loop
    -- Before the row of the ai_index, as the worker takes them.
    perform app.work_ensure(p_tenant, 'ai_index', v_type_id, v_now);
    -- One that rests for long will look at all objects again: what it would have to follow may be more than there are.
    update app.ai_indexes i set cursor = '', done = 0
    where i.tenant_id = p_tenant and i.object_type_id = v_type_id
      and (i.failures >= v_most or i.error->>'code' = 'PLAN_LIMIT_EXCEEDED');
    continue when found;
    insert into app.ai_index_changes (tenant_id, object_type_id, id, object_id)
    select p_tenant, v_type_id, (r).id, (r).resource_id from unnest(p_rows) r
    where (r).resource_type = 'object' and (r).object_type_id = v_type_id;
  end loop;
end $$;
comment on function app.ai_index_hear is
  'Notes events of objects for the ai_index of their types. The caller holds the tenant''s row, as worker.ai_index_take does: '
  'neither misses what the other has just written';
