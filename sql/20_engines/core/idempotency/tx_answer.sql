create or replace function app.tx_answer(p_tx xid8, p_answer json)
returns json
language sql stable as $$
  select app.answer(json_build_object('X-Tx-Id', p_tx::text), p_answer)
$$;
comment on function app.tx_answer is 'The answer of a write, with the number of its request to ask after: see app.tx';
