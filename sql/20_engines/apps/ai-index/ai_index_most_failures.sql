create or replace function app.ai_index_most_failures()
returns integer
language sql immutable as $$
  select 10
$$;
comment on function app.ai_index_most_failures is
  'How often in a row the work of an ai_index may fail until it rests: with the pauses between, for nearly two hours';
