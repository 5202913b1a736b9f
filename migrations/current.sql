-- The migration in progress: repeatable until `insula migrate new` commits it.
-- What subscribers pay is kept with them, and an operator may write down a subscription that no provider knows. The table
-- has a row for each tenant that has ever bought something: the locks are over within milliseconds.
alter table app.subscriptions add column if not exists ended_at timestamptz;
comment on column app.subscriptions.ended_at is 'When it was canceled; null while it goes on';
comment on column app.subscriptions.price is
  'What a seat costs for an interval: as the provider said it, or as the plan cost it when it was bought';
update app.subscriptions s set ended_at = s.event_at
where s.status = 'canceled' and s.ended_at is null;
alter table app.subscriptions alter column provider drop not null;
comment on column app.subscriptions.provider is 'Who takes the money; null: the operator, by other ways';
create index if not exists subscriptions_status on app.subscriptions (status, tenant_id);
-- Of the operator's view on all tenants. Building it holds up the meters, and no request, for a second where there are
-- a million rows.
alter table app.usage_months add column if not exists called_at timestamptz;
comment on column app.usage_months.called_at is 'When its last call was counted, to some seconds';
create index if not exists usage_months_month on app.usage_months (month);
create table if not exists app.call_days (
  day date primary key,
  calls bigint not null
);
comment on table app.call_days is
  'The authenticated calls of all tenants on a day (UTC), so that the operator''s view adds up days and not tenants. Global';
