create or replace function app.tx_answer(p_answer json)
returns json
language sql volatile as $$
  select app.answer(json_build_object('X-Tx-Id', app.tx()::text), p_answer)
$$;
comment on function app.tx_answer is 'The answer of a write, with the transaction to ask after';
