create or replace function gateway.key_holder_seen(p_holder jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  return app.key_holder_seen(p_holder);
end $$;
comment on function gateway.key_holder_seen is 'Says that a process lives, with its keys: app.key_holder_seen';
