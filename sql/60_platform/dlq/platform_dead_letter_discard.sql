create or replace function platform.platform_dead_letter_discard(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.dead_letter_drop(args->>'tenant_id', args->>'msg_id');
end $$;
comment on function platform.platform_dead_letter_discard is 'Discard a dead letter of a tenant';
