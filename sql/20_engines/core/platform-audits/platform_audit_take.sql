create or replace function app.platform_audit_take(p_tenant text)
returns text
language plpgsql volatile as $$
declare
  v_label text := coalesce(app.principal()->>'label', 'PLATFORM_ADMIN_KEY');
  v_row app.journal;
begin
  for v_row in
    select * from app.journal j
    where j.tenant_id = p_tenant and j.xid = app.place(p_tenant) and j.actor->>'type' = 'platform'
    order by j.id
  loop
    insert into app.platform_audits (id, actor_id, actor_label, about_tenant, action, resource_type,
      resource_id, before, after, ip, user_agent, request_id, created_at)
    values (v_row.id, app.platform_caller(), v_label, nullif(p_tenant, 'platform'), v_row.type,
      v_row.resource_type, v_row.resource_id,
      -- The data of a person is only where it is erased with them.
      case when v_row.resource_type <> 'user' then v_row.before end,
      case when v_row.resource_type <> 'user' then app.journal_after(v_row) end, v_row.ip,
      v_row.user_agent, v_row.request_id, v_row.created_at);
  end loop;
  return null;
end $$;
comment on function app.platform_audit_take is
  'Copies the rows that this transaction of the operator has written to the journal of a tenant, or to that of the operator';
