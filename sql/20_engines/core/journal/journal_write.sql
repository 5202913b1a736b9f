create or replace function app.journal_write(
  p_tenant text, p_type text, p_resource_type text, p_resource_id text,
  p_after json, p_before json default null, p_changed text[] default null,
  p_object_type_id text default null, p_pending boolean default false)
returns void
language sql volatile as $$
  insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, object_type_id,
    before, after, changed, request_id, ip, user_agent, causation_depth, pending, root)
  select p_tenant, app.place(p_tenant), app.new_id('evt'), p_type,
    app.journal_actor(p),
    p_resource_type, p_resource_id, p_object_type_id,
    p_before, p_after, p_changed, p->>'request_id', p->>'ip', p->>'user_agent',
    coalesce((p->>'causation_depth')::smallint, 0), p_pending or h.is_pending,
    case when p_pending or h.is_pending then (p->>'root')::uuid end
  from app.principal() p cross join app.heard_by(p_tenant, p_type) h
  where coalesce((p->>'causation_depth')::smallint, 0) = 0
    or app.budget_take(p_tenant, 'writes', 1)
$$;
comment on function app.journal_write is 'One row of the journal, in the caller''s transaction; 429 where it is beyond the budget of what '
  'has led to it';
