create or replace function worker.outbound_discarded_text()
returns text
language sql immutable as $$
  select 'It was not sent: the operator held everything that leaves, and discarded what was waiting.'
$$;
comment on function worker.outbound_discarded_text is 'The error of what an operator has discarded';
