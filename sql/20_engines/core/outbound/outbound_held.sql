create or replace function app.outbound_held()
returns boolean
language plpgsql stable as $$
begin
  return exists (select 1 from app.installation_settings s where s.outbound_hold);
end $$;
comment on function app.outbound_held is
  'Whether nothing may leave this installation for now: the operator says so';
