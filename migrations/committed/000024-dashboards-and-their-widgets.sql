--! Previous: sha1:4e22b29c525579c28f2269486c28a3904a14acfe
--! Hash: sha1:a3181683ec7b43edd75185fc00cee865cd57ddb9
--! Message: dashboards and their widgets

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Dashboards and their widgets. The tables are new: no lock is waited for.
drop table if exists app.widgets, app.dashboards;
create table app.dashboards (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 2000),
  layout_json jsonb not null default '{}',
  is_public boolean not null default false,
  share_token text collate "C" check (share_token ~ '^[0-9A-Za-z]{32}$'),
  shared_by jsonb,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint dashboards_share_token unique (tenant_id, share_token),
  check (is_public = (share_token is not null) and is_public = (shared_by is not null))
);
comment on table app.dashboards is 'Dashboards: pages of widgets';
comment on column app.dashboards.share_token is 'Whoever knows it sees the dashboard without an account';
comment on column app.dashboards.shared_by is
  'Who made it public, [{type, id}]: anyone with the token sees what they may see now';

create table app.widgets (
  tenant_id text collate "C" not null,
  dashboard_id app.id not null,
  id app.id not null,
  type text collate "C" not null
    check (type in ('metric', 'line', 'bar', 'area', 'pie', 'table', 'list', 'text', 'funnel')),
  title text not null default '' check (length(title) <= 200),
  config_json jsonb not null default '{}',
  position_json jsonb not null default '{}',
  authors jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, dashboard_id, id),
  foreign key (tenant_id, dashboard_id) references app.dashboards on delete cascade
);
create index widgets_type on app.widgets (tenant_id, (config_json->>'object_type_id'));
comment on table app.widgets is 'What a dashboard shows: questions about objects, and texts';
comment on column app.widgets.authors is
  'Who last wrote its question, [{type, id}]: on a public dashboard it shows no more than they, too, may see now';

do $$
declare v_table text;
begin
  foreach v_table in array array['dashboards', 'widgets'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
