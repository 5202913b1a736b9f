create or replace function api.dead_letter_discard(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.dead_letter_drop(tenant, args->>'msg_id');
end $$;
comment on function api.dead_letter_discard is 'Discard a dead letter';
