create or replace function app.ledger_default_of(p_ledger app.ledgers, p_id text)
returns text
language sql immutable as $$
  select min(d.key) from jsonb_each_text(p_ledger.settings->'accounts') d where d.value = p_id
$$;
comment on function app.ledger_default_of is 'The name of a default account that an account is; null if it is not one';
