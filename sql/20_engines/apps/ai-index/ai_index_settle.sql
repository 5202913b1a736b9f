create or replace function app.ai_index_settle(p_index app.ai_indexes, p_batch jsonb)
returns void
language plpgsql volatile as $$
declare
  v_tenant constant text := p_index.tenant_id;
  v_read integer := (p_batch->>'read')::integer;
  v_cursor text := p_batch->>'cursor';
begin
  delete from app.ai_index_changes c
  where c.tenant_id = v_tenant and c.object_type_id = p_index.object_type_id
    and c.id in (select jsonb_array_elements_text(p_batch->'changes'));
  delete from app.vectors v
  where v.tenant_id = v_tenant and v.collection = p_index.collection
    and v.id in (select jsonb_array_elements_text(p_batch->'gone'));
  if p_index.cursor is not null and v_cursor is null then
    -- All objects have been read: a vector without one was missed while the work rested.
    delete from app.vectors v
    where v.tenant_id = v_tenant and v.collection = p_index.collection and not exists (
      select 1 from app.objects o
      where o.tenant_id = v_tenant and o.object_type_id = p_index.object_type_id and o.id = v.object_id and not o.is_deleted);
  end if;
  if p_index.cursor is not null or p_index.failures > 0 or p_index.error is not null then
    update app.ai_indexes i set cursor = v_cursor, done = i.done + v_read, failures = 0, error = null,
      -- Objects come and go meanwhile: the total follows.
      total = case when i.cursor is not null and v_cursor is null then i.done + v_read
        else greatest(i.total, i.done + v_read) end
    where i.tenant_id = v_tenant and i.object_type_id = p_index.object_type_id;
  end if;
end $$;
comment on function app.ai_index_settle is
  'Notes that a batch of an ai_index (app.ai_index_batch) is done, and takes away the vectors of objects that shall have none';
