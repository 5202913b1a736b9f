create or replace function worker.user_counters_clear(
  p_tenant text, p_user_id text, p_addresses text[])
returns boolean
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ended timestamptz := v_now - interval '1 hour';
  v_names text[] := array['mfa:' || p_user_id, 'password:' || p_user_id];
  v_from text[] := '{}';
  v_to text[] := '{}';
  v_found text[];
begin
  for i in 1 .. cardinality(p_addresses) loop
    v_names := v_names || array['mails-to:' || p_addresses[i], 'message:' || p_addresses[i],
      'messages:' || p_addresses[i]];
    -- By address and IP address: a range of the key, up to the character behind the colon.
    v_from := v_from || ('signin:' || p_addresses[i] || ':');
    v_to := v_to || ('signin:' || p_addresses[i] || ';');
  end loop;
  v_found := array(
    select c.name from app.auth_counters c where c.tenant_id = p_tenant and c.name = any (v_names));
  for i in 1 .. cardinality(v_from) loop
    v_found := v_found || array(
      select c.name from app.auth_counters c
      where c.tenant_id = p_tenant and c.name > v_from[i] and c.name < v_to[i]);
  end loop;
  -- No window is longer: an account that is deleted and made again has no new one.
  delete from app.auth_counters c
  where c.tenant_id = p_tenant and c.name = any (v_found) and c.started_at <= v_ended
    and coalesce(c.locked_until <= v_now, true);
  return not exists (
    select 1 from app.auth_counters c where c.tenant_id = p_tenant and c.name = any (v_found));
end $$;
comment on function worker.user_counters_clear is
  'Removes the counters whose names hold the id or an address of a deleted user, of messages and '
  'sign-ins, once their hour has ended; false while some have not';
