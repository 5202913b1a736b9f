create or replace function app.ai_index_hold(p_tenant text, p_type_id text, p_attempts integer)
returns app.ai_indexes
language plpgsql volatile as $$
declare
  v_lease timestamptz := clock_timestamp() + interval '20 seconds';
  v_index app.ai_indexes;
begin
  update app.work w set due_at = v_lease
  where w.tenant_id = p_tenant and w.kind = 'ai_index' and w.id = p_type_id and w.attempts = p_attempts;
  if not found then return null; end if;
  select * into v_index from app.ai_indexes i
  where i.tenant_id = p_tenant and i.object_type_id = p_type_id for no key update;
  if v_index.object_type_id is null then perform app.work_end(p_tenant, 'ai_index', p_type_id, p_attempts); end if;
  return v_index;
end $$;
comment on function app.ai_index_hold is
  'An ai_index, locked, whose attempt has 20 more seconds, which its worker renews; null when it goes on without this attempt, or has been removed, which ends its work';
