create or replace function worker.user_blank(p_tenant text, p_user_id text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_again timestamptz := v_now + interval '1 hour';
  v_erasure app.user_erasures;
  v_state jsonb;
  v_is_sealed boolean;
  v_table text;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_erasure from app.user_erasures e
  where e.tenant_id = p_tenant and e.user_id = p_user_id and e.complete_at is null for update;
  if not found or v_erasure.addresses is null then return true; end if;
  -- A seal is made of the row as it was. Rows wait for theirs while a transaction is open, in any database of the server: they would be left out.
  v_is_sealed := worker.journal_seal(p_tenant, 1000);
  if v_erasure.state = '{}' and exists (
    select 1 from app.journal j
    where j.tenant_id = p_tenant and j.created_at <= v_erasure.requested_at and (j.xid, j.id) > (
      select coalesce(max(s.xid), '0'), coalesce(max(s.id), '') from (
        select l.xid, l.id from app.journal_seals l
        where l.tenant_id = p_tenant order by l.xid desc, l.id desc limit 1) s)) then
    if v_is_sealed then perform app.work_add(p_tenant, 'task', 'user_erase ' || p_user_id, v_now + interval '2 seconds'); end if;
    return v_is_sealed;
  end if;
  v_state := app.erase_step(p_tenant, array[p_user_id], v_erasure.addresses, true, v_erasure.state);
  if v_state is not null then
    v_table := v_state->>'table';
    if v_state->>'blanked' <> '0' then
      v_erasure.rows := v_erasure.rows
        || jsonb_build_object(v_table, coalesce((v_erasure.rows->>v_table)::bigint, 0) + (v_state->>'blanked')::bigint);
    end if;
    v_state := v_state - 'blanked';
    update app.user_erasures e set state = v_state, rows = v_erasure.rows
    where e.tenant_id = p_tenant and e.user_id = p_user_id;
    return false;
  end if;
  v_erasure.blanked_at := coalesce(v_erasure.blanked_at, v_now);
  if v_erasure.is_waiting or v_erasure.requested_at > v_now - interval '1 hour' then
    update app.user_erasures e set state = '{}', blanked_at = v_erasure.blanked_at
    where e.tenant_id = p_tenant and e.user_id = p_user_id;
    perform app.work_add(p_tenant, 'task', 'user_erase ' || p_user_id, v_again);
    return true;
  end if;
  update app.user_erasures e set state = '{}', addresses = null, blanked_at = v_erasure.blanked_at, complete_at = v_now
  where e.tenant_id = p_tenant and e.user_id = p_user_id;
  v_done := app.journal_write(p_tenant, 'user.erased', 'user', p_user_id, json_build_object('id', p_user_id));
  return true;
end $$;
comment on function worker.user_blank is
  'Blanks the values of an erased user in the next rows of the tables that hold copies; true when nothing is left, or when it looks again: in seconds, until the audit log has its seals, '
  'and in an hour, for what was under way';
