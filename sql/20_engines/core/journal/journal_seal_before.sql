create or replace function app.journal_seal_before(p_tenant text, p_xid xid8, p_id text)
returns bytea
language sql stable as $$
  select s.hash from app.journal_seals s
  where s.tenant_id = p_tenant and (s.xid, s.id) < (p_xid, p_id)
  order by s.xid desc, s.id desc limit 1
$$;
comment on function app.journal_seal_before is
  'The hash that the seal of a journal row continues; null for the first';
