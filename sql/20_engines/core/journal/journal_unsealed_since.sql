create or replace function app.journal_unsealed_since(p_tenant text)
returns timestamptz
language plpgsql stable as $$
declare
  v_xid xid8;
  v_id text;
begin
  select s.xid, s.id into v_xid, v_id from app.journal_seals s
  where s.tenant_id = p_tenant order by s.xid desc, s.id desc limit 1;
  return (
    select j.created_at from app.journal j
    where j.tenant_id = p_tenant and (j.xid, j.id) > (coalesce(v_xid, '0'), coalesce(v_id, ''))
    order by j.xid, j.id limit 1);
end $$;
comment on function app.journal_unsealed_since is
  'When the oldest row of a tenant''s journal that is not sealed was written; null when all are. Two '
  'index probes. A function, so that a statement over many tenants asks each where it is';
