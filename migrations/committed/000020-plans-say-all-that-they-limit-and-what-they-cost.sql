--! Previous: sha1:c835c4cf0b59a3ceac2a40dda53f5e8ec37cb7ef
--! Hash: sha1:80f97be68705210122595365f680b54833b22838
--! Message: plans say all that they limit, and what they cost

-- The migration in progress: repeatable until `insula migrate new` commits it.
-- Plans say everything that they limit and what they cost. The table has a handful of rows; its lock is over at once.
alter table app.plans
  add column if not exists api_calls bigint check (api_calls >= 0),
  add column if not exists objects bigint check (objects >= 0),
  add column if not exists object_types integer check (object_types >= 0),
  add column if not exists users integer check (users >= 0),
  add column if not exists webhooks integer check (webhooks >= 0),
  add column if not exists functions integer check (functions >= 0),
  add column if not exists audit_days integer check (audit_days between 1 and 3650),
  add column if not exists name text check (length(name) between 1 and 100),
  add column if not exists description text not null default '' check (length(description) <= 2000),
  add column if not exists currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column if not exists price_month numeric check (price_month >= 0),
  add column if not exists price_year numeric check (price_year >= 0),
  add column if not exists price_ids jsonb not null default '{}'
    check (jsonb_typeof(price_ids) = 'object'),
  add column if not exists is_public boolean not null default true;
comment on column app.plans.api_calls is 'Authenticated calls in a month of the calendar, in UTC';
comment on column app.plans.objects is 'Live objects; those in the trash do not count';
comment on column app.plans.audit_days is 'How long the journal may be kept';
comment on column app.plans.price_month is 'What a seat costs for a month; null: not for sale by the month';
comment on column app.plans.price_year is 'What a seat costs for a year; null: not for sale by the year';
comment on column app.plans.price_ids is
  'What the payment provider calls the prices: {month, year}';
comment on column app.plans.is_public is 'Whether tenants see it among the plans for sale';
update app.plans p set
  name = l.name, api_calls = l.api_calls, objects = l.objects, object_types = l.object_types,
  users = l.users, webhooks = l.webhooks, functions = l.functions, audit_days = l.audit_days,
  price_month = l.price_month, price_year = l.price_year, is_public = l.tier <> 'unlimited'
from (values
  ('unlimited', 'Unlimited', null::bigint, null::bigint, null::integer, null::integer,
    null::integer, null::integer, null::integer, null::numeric, null::numeric),
  ('free', 'Free', 50000, 10000, 20, 1000, 3, 3, 7, 0, 0),
  ('starter', 'Starter', 500000, 100000, 100, 10000, 10, 20, 30, 29, 290),
  ('pro', 'Pro', 5000000, 1000000, 500, 100000, 50, 100, 90, 149, 1490),
  ('enterprise', 'Enterprise', null, null, null, null, null, null, 365, null, null)
) l(tier, name, api_calls, objects, object_types, users, webhooks, functions, audit_days,
  price_month, price_year)
where p.plan_tier = l.tier and p.name is null;
alter table app.plans alter column name set not null;
