--! Previous: sha1:d515b2381cbed63dab5b1b6f3a0c94d711ac8c65
--! Hash: sha1:4e22b29c525579c28f2269486c28a3904a14acfe
--! Message: what tenants pay for

-- The migration in progress: repeatable until `insula migrate new` commits it.
-- What tenants have subscribed to, and which events of the payment provider they have had. New tables: nothing waits.
drop table if exists app.billing_events, app.subscriptions;
create table app.subscriptions (
  tenant_id text collate "C" primary key references app.tenants on delete cascade,
  provider text not null check (provider in ('stripe', 'mock')),
  customer_id text collate "C" check (length(customer_id) between 1 and 255),
  subscription_id text collate "C" check (length(subscription_id) between 1 and 255),
  status text not null default 'none'
    check (status in ('none', 'trialing', 'active', 'past_due', 'canceled', 'incomplete')),
  "interval" text check ("interval" in ('month', 'year')),
  seats integer not null default 1 check (seats >= 1),
  currency text check (currency ~ '^[A-Z]{3}$'),
  price numeric check (price >= 0),
  current_period_start timestamptz,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  trial_end timestamptz,
  past_due_since timestamptz,
  started_at timestamptz,
  event_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint "a payment that is late is late since a moment"
    check ((status = 'past_due') = (past_due_since is not null))
);
comment on table app.subscriptions is
  'What a tenant pays for, as the payment provider last said it. A row also stands for a customer without a subscription';
comment on column app.subscriptions.price is 'What a seat costs for an interval';
comment on column app.subscriptions.past_due_since is
  'When the provider said that a payment is late; 14 days later the free limits hold: app.plan_of';
comment on column app.subscriptions.started_at is
  'When the subscription was made: events of one that was made before it change nothing';
comment on column app.subscriptions.event_at is
  'When the provider made the event that was applied last: events made before it change nothing';

create table app.billing_events (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id text collate "C" not null check (length(id) between 1 and 255),
  type text not null check (length(type) between 1 and 255),
  received_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index billing_events_received on app.billing_events (tenant_id, received_at);
comment on table app.billing_events is
  'Events of the payment provider that a tenant has had, so that none is applied twice; kept for 35 days';
do $$
declare v_table text;
begin
  foreach v_table in array array['subscriptions', 'billing_events'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
