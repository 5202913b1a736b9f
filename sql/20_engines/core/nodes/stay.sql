create or replace function app.stay(p_tenant text)
returns void
language plpgsql volatile as $$
declare v_here constant text := app.node();
begin
  if v_here is null then return; end if;
  -- Changes nothing, and takes the lock that the end of a move waits for; a locked row does not.
  update app.tenants t set place_node = t.place_node
  where t.tenant_id = p_tenant and t.place_node is null;
  if app.tenant_group(p_tenant) <> v_here then
    raise exception 'tenant % has moved to another node', p_tenant using errcode = '40001';
  end if;
end $$;
comment on function app.stay is
  'In a cluster: keeps a tenant on this node until the transaction ends, or fails, to be repeated, where it has moved. For '
  'definers: what is left of a call on the node before would go on from far, past the locks of calls on the new one. '
  'Row-level security ends the others';
