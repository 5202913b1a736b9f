create or replace function worker.ledger_mismatch(p_tenant text, p_problems jsonb, p_count integer)
returns void
language plpgsql volatile as $$
declare
  v_admins text[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_done := app.journal_write(p_tenant, 'ledger.mismatch', 'ledger', p_tenant,
    json_build_object('count', p_count, 'problems', p_problems));
  v_admins := array(
    select u.id from app.users u
    where u.tenant_id = p_tenant and u.role in ('owner', 'admin') order by u.id limit 100);
  perform app.notify(p_tenant, v_admins, 'ledger_mismatch', 'The books do not add up', format(
    'The nightly verification of the books has found %s problems. Postings continue. GET /v1/accounting/verify lists them: send '
    'them to your operator.', p_count), jsonb_build_object('count', p_count), '{in_app,email}');
end $$;
comment on function worker.ledger_mismatch is
  'Tells of faults that were found in a tenant''s books: an event, and a notification for owners and admins';
