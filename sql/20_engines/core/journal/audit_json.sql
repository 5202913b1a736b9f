create or replace function app.audit_json(p_row app.journal)
returns json
language plpgsql stable as $$
declare
  v_hash bytea;
  v_previous bytea;
begin
  select s.hash into v_hash from app.journal_seals s
  where s.tenant_id = p_row.tenant_id and s.xid = p_row.xid and s.id = p_row.id;
  if found then
    v_previous := app.journal_seal_before(p_row.tenant_id, p_row.xid, p_row.id);
  end if;
  return json_build_object('id', p_row.id, 'tenant_id', p_row.tenant_id, 'actor', p_row.actor,
    'action', p_row.type, 'resource_type', p_row.resource_type, 'resource_id', p_row.resource_id,
    'changes', json_build_object('before', p_row.before, 'after', app.journal_after(p_row)), 'ip', p_row.ip,
    'user_agent', p_row.user_agent, 'request_id', p_row.request_id,
    'tx_id', app.tx_number(p_row.xid, p_row.call)::text,
    'prev_hash', encode(v_previous, 'hex'), 'hash', encode(v_hash, 'hex'),
    'created_at', p_row.created_at);
end $$;
comment on function app.audit_json is
  'A journal row as the audit log shows it; its hashes are null until the worker has sealed it';
