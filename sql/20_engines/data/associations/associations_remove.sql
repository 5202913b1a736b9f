create or replace function app.associations_remove(p_tenant text, p_ids text[])
returns void
language sql volatile as $$
  with gone as (
    delete from app.associations a where a.tenant_id = p_tenant and a.id = any (p_ids)
    returning a as association)
  insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id,
    object_type_id, before, request_id, ip, user_agent, causation_depth, root,
    pending)
  select p_tenant, app.place(p_tenant), app.new_id('evt'), 'association.deleted',
    app.journal_actor(p), 'association', (g.association).id, (g.association).from_type_id, app.association_json(g.association),
    p->>'request_id', p->>'ip', p->>'user_agent', coalesce((p->>'causation_depth')::smallint, 0),
    (p->>'root')::uuid, h.is_pending
  from gone g cross join app.principal() p
    cross join app.heard_by(p_tenant, 'association.deleted') h
  where app.budget_take(p_tenant, 'writes', 1)
$$;
comment on function app.associations_remove is
  'Removes associations, with a journal row each; the caller has locked them';
