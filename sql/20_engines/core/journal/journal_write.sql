create or replace function app.journal_write(
  p_tenant text, p_type text, p_resource_type text, p_resource_id text,
  p_after json, p_before json default null, p_changed text[] default null,
  p_object_type_id text default null, p_pending boolean default false)
returns void
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_depth smallint := coalesce((v_principal->>'causation_depth')::smallint, 0);
  v_names text[] := array[p_type, split_part(p_type, '.', 1) || '.*', '*'];
  v_place xid8 := app.place(p_tenant);
  v_id text := app.new_id('evt');
  v_actor jsonb := app.journal_actor(v_principal);
  v_is_pending boolean;
begin
  if v_depth > 0 and not app.budget_take(p_tenant, 'writes', 1) then return; end if;
  v_is_pending := p_pending or exists (
    select 1 from app.event_subscriptions s
    where s.tenant_id = p_tenant and s.events && v_names and not s.is_sync);
  -- One row as VALUES of plain values: see app.objects_create.
  insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, object_type_id,
    before, after, changed, request_id, ip, user_agent, causation_depth, pending, root)
  values (p_tenant, v_place, v_id, p_type, v_actor,
    p_resource_type, p_resource_id, p_object_type_id, p_before, p_after, p_changed,
    v_principal->>'request_id', v_principal->>'ip', v_principal->>'user_agent', v_depth, v_is_pending,
    case when v_is_pending then (v_principal->>'root')::uuid end);
end $$;
comment on function app.journal_write is 'One row of the journal, in the caller''s transaction; 429 where it is beyond the budget of what '
  'has led to it';
