--! Previous: sha1:eb1c4062bf8a16e266cb66997047f2fd836669cf
--! Hash: sha1:d515b2381cbed63dab5b1b6f3a0c94d711ac8c65
--! Message: what tenants use, counted

-- The migration in progress: repeatable until `insula migrate new` commits it.
-- What tenants use, counted. All new tables: no lock that anybody could wait for.
create table if not exists app.meters (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  grain text collate "C" not null check (grain in ('hour', 'day', 'month')),
  since timestamp not null,
  calls bigint not null default 0,
  operations jsonb,
  statuses jsonb,
  durations jsonb,
  latencies bigint[],
  events bigint not null default 0,
  types jsonb,
  calls_by_day bigint[],
  users_by_day bigint[],
  primary key (tenant_id, grain, since)
);
comment on table app.meters is
  'What was called and what happened, in sums that only grow: hours of the last day, which the worker '
  'adds to days, and days of the last three months, which it adds to months. Written a few seconds '
  'later, never by the call itself';
comment on column app.meters.since is
  'When it begins: an hour in UTC, a day or a month of the tenant''s calendar (app.tenant_timezone)';
comment on column app.meters.calls is 'Authenticated calls';
comment on column app.meters.operations is 'Calls by operation: {object.create: 12}';
comment on column app.meters.statuses is 'Calls by the status of their answer: {200: 11, 404: 1}';
comment on column app.meters.durations is
  'Of an hour: how many milliseconds the calls of each operation took together';
comment on column app.meters.latencies is
  'How many calls took as long as each step of app.latency_bounds says, without the zeros at the end';
comment on column app.meters.events is 'Rows of the journal, counted when they are sealed';
comment on column app.meters.types is 'Events by type: {object.created: 12}';
comment on column app.meters.calls_by_day is
  'Of a month: the calls of each of its days, from the first on; users_by_day the new users';

create table if not exists app.usage_months (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  month date not null,
  api_calls bigint not null default 0,
  files bigint not null default 0,
  bytes bigint not null default 0,
  plan_tier text not null,
  primary key (tenant_id, month)
);
comment on table app.usage_months is
  'What a month (UTC) is charged by: its authenticated calls, and the files, their bytes and the plan '
  'when the last of them was counted';

create table if not exists app.meter_writers (
  writer uuid primary key,
  batch bigint not null,
  seen_at timestamptz not null
);
comment on table app.meter_writers is
  'The last batch that each process has had counted, so that one which is sent again after a lost '
  'answer counts once. Global';

do $$
declare v_table text;
begin
  foreach v_table in array array['meters', 'usage_months'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format('drop policy if exists "a tenant sees its own rows" on app.%I', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;

do $$
begin
  if to_regtype('app.meter_bounds') is null then
    create type app.meter_bounds as (hours timestamp, days timestamp, months timestamp);
    comment on type app.meter_bounds is 'From when on meters of each grain are kept: app.meter_bounds';
  end if;
  if to_regtype('app.meter_period') is null then
    create type app.meter_period as (
      since timestamptz, until timestamptz, timezone text, is_hours boolean);
    comment on type app.meter_period is 'What statistics are asked for: app.meter_period';
  end if;
end $$;
