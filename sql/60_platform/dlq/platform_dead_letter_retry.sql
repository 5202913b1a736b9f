create or replace function platform.platform_dead_letter_retry(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.dead_letter_again(args->>'tenant_id', args->>'msg_id');
end $$;
comment on function platform.platform_dead_letter_retry is 'Retry a dead letter of a tenant';
