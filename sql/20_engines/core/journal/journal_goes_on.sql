create or replace function app.journal_goes_on(p_tenant text, p_xid xid8, p_moment timestamptz)
returns boolean
language plpgsql stable as $$
declare v_from text := app.event_id_from(p_moment);
begin
  return exists (
    select 1 from app.journal j
    where j.tenant_id = p_tenant and j.xid = p_xid and j.id >= v_from and j.created_at > p_moment);
end $$;
comment on function app.journal_goes_on is
  'Tells whether a transaction of a tenant has changed something after a moment, so that it had not been committed by then';
