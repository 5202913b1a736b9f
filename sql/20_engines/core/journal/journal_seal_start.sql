create or replace function app.journal_seal_start(p_tenant text, p_low text)
returns app.journal_seals
language plpgsql stable as $$
declare
  v_xid xid8;
  v_id text;
  v_seal app.journal_seals;
begin
  select j.xid, j.id into v_xid, v_id from app.journal j
  where j.tenant_id = p_tenant and j.id >= p_low order by j.xid, j.id limit 1;
  v_xid := coalesce(v_xid, '18446744073709551615');
  select * into v_seal from app.journal_seals s
  where s.tenant_id = p_tenant and (s.xid, s.id) < (v_xid, v_id) and s.id < p_low
  order by s.xid desc, s.id desc limit 1;
  v_seal.tenant_id := p_tenant;
  v_seal.xid := coalesce(v_seal.xid, '0');
  v_seal.id := coalesce(v_seal.id, '');
  return v_seal;
end $$;
comment on function app.journal_seal_start is
  'The last seal before the rows whose ids are p_low or higher; without a hash when there is none';
