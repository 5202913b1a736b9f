create or replace function app.outbound_set(p_hold boolean)
returns boolean
language plpgsql volatile as $$
declare v_now timestamptz := clock_timestamp();
begin
  update app.installation_settings s set outbound_hold = p_hold, updated_at = v_now,
    outbound_held_at = case when p_hold then v_now end
  where s.outbound_hold <> p_hold;
  return found;
end $$;
comment on function app.outbound_set is
  'Holds everything that would leave the installation, or lets it go on; false when that was so';
