--! Previous: sha1:cf354b0da1794fed6e8f2bd3e2561099309de222
--! Hash: sha1:a833cd4c566f4e4467c5696de54c348c5130dad0
--! Message: plugins

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- plugins: configuration that comes and goes as one. The tables are new: no lock is waited for.
drop table if exists app.plugin_parts, app.plugins;
create table app.plugins (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  slug text collate "C" not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null check (length(name) between 1 and 200),
  version text collate "C" not null,
  manifest_json jsonb not null,
  permissions text[] not null,
  config_json jsonb not null,
  secrets jsonb not null,
  status text collate "C" not null check (status in ('installed', 'enabled', 'disabled')),
  installed_by text,
  installed_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, slug)
);
comment on table app.plugins is 'What was installed as one: its manifest, its settings, and what it may do at most';
comment on column app.plugins.slug is 'The name in its manifest: a tenant has one of each';
comment on column app.plugins.permissions is 'What its parts may do at most, whoever they act as: app.party';
comment on column app.plugins.config_json is 'Its settings; secret ones are masked';
comment on column app.plugins.secrets is 'Secret settings, sealed by the API process';

create table app.plugin_parts (
  tenant_id text collate "C" not null,
  plugin_id text collate "C" not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  resource_id text collate "C" not null,
  primary key (tenant_id, plugin_id, kind, key),
  foreign key (tenant_id, plugin_id) references app.plugins on delete cascade
);
create index plugin_parts_of on app.plugin_parts (tenant_id, kind, resource_id);
comment on table app.plugin_parts is 'What a plugin has made, and so what it may change and remove';
comment on column app.plugin_parts.key is 'What the manifest calls it, such as deals, or deals.amount of a property';
do $$
declare v_table text;
begin
  foreach v_table in array array['plugins', 'plugin_parts'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
