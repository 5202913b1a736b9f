create or replace function app.tx_answer(p_tenant text, p_answer json)
returns json
language sql volatile as $$
  -- /admin has entered the tenant that it changed.
  select app.answer(json_build_object('X-Tx-Id',
    app.tx(coalesce(p_tenant, current_setting('app.tenant_id', true)))::text), p_answer)
$$;
comment on function app.tx_answer is 'The answer of a write, with the transaction to ask after';
