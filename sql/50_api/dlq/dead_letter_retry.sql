create or replace function api.dead_letter_retry(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.dead_letter_again(tenant, args->>'msg_id');
end $$;
comment on function api.dead_letter_retry is 'Retry a dead letter';
