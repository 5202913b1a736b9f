create or replace function worker.user_erase(p_tenant text, p_user_id text)
returns boolean
language plpgsql volatile as $$
declare
  v_most constant integer := 1000;
  v_again timestamptz := clock_timestamp() + interval '1 hour';
  v_before jsonb;
  v_is_own boolean;
  v_addresses text[];
  v_proved text[];
  v_events text[];
  v_deliveries text[];
  v_messages text[];
  v_erased text[];
  v_is_waiting boolean;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  if exists (select 1 from app.users u where u.tenant_id = p_tenant and u.id = p_user_id) then
    return true;
  end if;
  select e.addresses into v_erased from app.user_erasures e
  where e.tenant_id = p_tenant and e.user_id = p_user_id and e.complete_at is null;
  if found and v_erased is null then
    -- Once: the journal that they are read from is blanked next.
    v_erased := app.user_addresses(p_tenant, p_user_id);
    update app.user_erasures e set addresses = v_erased where e.tenant_id = p_tenant and e.user_id = p_user_id;
  end if;
  select j.before, j.actor->>'id' = p_user_id into v_before, v_is_own from app.journal j
  where j.tenant_id = p_tenant and j.resource_id = p_user_id and j.type = 'user.deleted' limit 1;
  v_addresses := array_remove(array[lower(v_before->>'email'), v_before->>'phone'], null);
  -- Anyone may sign up with the address of another: what was sent there is not theirs to remove.
  v_proved := array_remove(array[
    case when not v_is_own or v_before @> '{"email_verified":true}' then lower(v_before->>'email') end,
    case when not v_is_own or v_before @> '{"phone_verified":true}' then v_before->>'phone' end], null);
  v_addresses := array(select distinct a from unnest(v_addresses || v_erased) a);
  v_proved := array(select distinct a from unnest(v_proved || v_erased) a);
  v_events := array(
    select j.id from app.journal j
    where j.tenant_id = p_tenant and j.resource_id = p_user_id and j.resource_type = 'user');
  v_deliveries := array(
    select d.id from app.webhook_deliveries d
    where d.tenant_id = p_tenant and d.event_id = any (v_events) and d.status in ('success', 'dead')
    limit v_most);
  delete from app.webhook_deliveries d where d.tenant_id = p_tenant and d.id = any (v_deliveries);
  -- Those with another user's id are theirs: the address may have a new owner.
  v_messages := array(
    select m.id from app.messages m
    where m.tenant_id = p_tenant and m.user_id is null and m.status <> 'queued'
      and (lower(m.recipient) = any (v_proved) or app.mail_recipients(m.mail) && v_proved)
    limit v_most);
  delete from app.messages m where m.tenant_id = p_tenant and m.id = any (v_messages);
  delete from app.dead_letters d
  where d.tenant_id = p_tenant and d.record_id = any (v_deliveries || v_messages);
  if cardinality(v_deliveries) = v_most or cardinality(v_messages) = v_most then return false; end if;
  -- A message that is still on its way goes when it has arrived.
  v_is_waiting := not worker.user_counters_clear(p_tenant, p_user_id, v_addresses) or exists (
    select 1 from app.webhook_deliveries d
    where d.tenant_id = p_tenant and d.event_id = any (v_events)) or exists (
    select 1 from app.messages m
    where m.tenant_id = p_tenant and m.user_id is null and m.status = 'queued'
      and (lower(m.recipient) = any (v_proved) or app.mail_recipients(m.mail) && v_proved));
  update app.user_erasures e set is_waiting = v_is_waiting
  where e.tenant_id = p_tenant and e.user_id = p_user_id and e.is_waiting <> v_is_waiting;
  if v_is_waiting then
    perform app.work_add(p_tenant, 'task', 'user_erase ' || p_user_id, v_again);
  end if;
  return true;
end $$;
comment on function worker.user_erase is
  'Removes what is left of a deleted user: deliveries of events about them, with their bodies, and '
  'the log of mails and texts to their addresses (those that they have proved, where they delete themselves), and counters; true when that is done, or goes on in an hour, '
  'because deliveries are still on their way, or counters in their hour. The journal keeps what it holds until its retention ends, but for those who are erased: worker.user_blank';
