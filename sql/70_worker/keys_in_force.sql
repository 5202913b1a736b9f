create or replace function worker.keys_in_force()
returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.keys_in_force();
end $$;
comment on function worker.keys_in_force is 'The fingerprints of the keys that secrets may be sealed with: app.keys_in_force';
