create or replace function app.ledger_account_missing(p_reference text, p_param text)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(404, 'NOT_FOUND', format('There is no ledger account %s here.', left(p_reference, 100)),
    jsonb_build_object('resource', 'ledger_account'), p_param);
end $$;
comment on function app.ledger_account_missing is 'Refuses with 404 NOT_FOUND an account that a body names in p_param';
