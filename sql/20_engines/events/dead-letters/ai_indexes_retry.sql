create or replace function app.ai_indexes_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_letter record;
  v_done text[] := '{}';
begin
  for v_letter in
    select d.source_id, d.record_id from app.dead_letters d
    where d.tenant_id = p_tenant and d.source = 'ai' and d.record_id = any (p_ids)
      and exists (
        select 1 from app.ai_indexes i where i.tenant_id = p_tenant and i.object_type_id = d.source_id)
    order by d.source_id, d.record_id
  loop
    perform app.work_add(p_tenant, 'ai_index', v_letter.source_id);
    if v_letter.record_id <> v_letter.source_id then
      insert into app.ai_index_changes (tenant_id, object_type_id, id, object_id)
      values (p_tenant, v_letter.source_id, app.new_id('evt'), v_letter.record_id);
    end if;
    v_done := v_done || v_letter.record_id;
  end loop;
  return v_done;
end $$;
comment on function app.ai_indexes_retry is
  'Has the ai_index of types go on, or look at single objects again whose texts were refused; the ids of those that it did';
