create or replace function app.ai_index_hear(p_tenant text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_type_id text;
begin
  for v_type_id in
    -- Held, so that none goes away before what it has to follow is written down.
    select i.object_type_id from app.ai_indexes i
    where i.tenant_id = p_tenant and i.object_type_id = any (array(
      select (r).object_type_id from unnest(p_rows) r where (r).resource_type = 'object'))
    order by i.object_type_id for key share
  loop
    insert into app.ai_index_changes (tenant_id, object_type_id, id, object_id)
    select p_tenant, v_type_id, (r).id, (r).resource_id from unnest(p_rows) r
    where (r).resource_type = 'object' and (r).object_type_id = v_type_id;
    perform app.work_ensure(p_tenant, 'ai_index', v_type_id, v_now);
  end loop;
end $$;
comment on function app.ai_index_hear is
  'Notes events of objects for the ai_index of their types. The caller holds the tenant''s row, as app.ai_index_take does: '
  'neither misses what the other has just written';
