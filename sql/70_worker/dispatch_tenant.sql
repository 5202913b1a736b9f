create or replace function worker.dispatch_tenant(p_tenant text, p_limit integer)
returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_rows app.journal[];
  v_matched app.journal[];
  v_ids text[];
  v_outbound_at timestamptz;
  v_late app.journal[];
  v_began timestamptz;
  v_subscription app.event_subscriptions;
  v_done text;
begin
  perform app.stay(p_tenant);
  -- One dispatcher per tenant at a time: what happens to one object is queued in its order.
  select t.outbound_at into v_outbound_at from app.tenants t
  where t.tenant_id = p_tenant for no key update skip locked;
  if not found then return 0; end if;
  v_rows := array(
    select row(j.*)::app.journal as j from app.journal j where j.tenant_id = p_tenant and j.pending
    order by j.xid, j.id limit p_limit for update skip locked);
  if cardinality(v_rows) = 0 then return 0; end if;
  if v_outbound_at is not null then
    -- Of what happened before outbound was set nothing leaves: those first, by themselves.
    v_late := array(select r from unnest(v_rows) r where r.created_at <= v_outbound_at order by r.xid, r.id);
    if cardinality(v_late) > 0 then
      v_rows := v_late;
      v_began := now();
    end if;
  end if;
  v_ids := array(select (r).id from unnest(v_rows) r);
  update app.journal j set pending = false
  where j.tenant_id = p_tenant and j.pending and j.id = any (v_ids);
  perform worker.tasks_add(p_tenant, v_rows);
  v_done := app.in_tenant(p_tenant);  -- for what looks at rows as someone else
  perform app.automations_count(p_tenant, v_rows);
  perform app.ai_index_hear(p_tenant, v_rows);
  for v_subscription in
    select * from app.event_subscriptions s where s.tenant_id = p_tenant and not s.is_sync
  loop
    v_matched := app.subscription_matching(v_subscription, v_rows);
    continue when cardinality(v_matched) = 0;
    case v_subscription.kind
    when 'webhook' then
      perform app.webhook_hear(p_tenant, v_subscription.subscriber_id, v_matched);
    when 'automation' then
      perform app.automation_hear(p_tenant, v_subscription.subscriber_id, v_matched);
    when 'function' then
      perform app.function_hear(p_tenant, v_subscription.subscriber_id, v_matched);
    when 'workflow' then
      perform app.workflow_hear(p_tenant, v_subscription.subscriber_id, v_matched);
    end case;
  end loop;
  if v_began is not null then
    update app.work w set created_at = v_outbound_at
    where w.tenant_id = p_tenant and w.created_at >= v_began;
  end if;
  perform app.budget_settle(p_tenant, false);
  return cardinality(v_rows);
end $$;
comment on function worker.dispatch_tenant is
  'Claims pending journal rows of a tenant and queues in the same transaction what is to be done '
  'about them, so each is queued exactly once; returns how many';
