create or replace function app.id_of_new(p_prefix text)
returns text
language sql volatile as $$
  select coalesce(app.principal() #>> array['ids', p_prefix], app.new_id(p_prefix))
$$;
comment on function app.id_of_new is
  'The id of a record of the configuration that is made: a new one, or that which it had, where worker.diff_steps brings it back';
