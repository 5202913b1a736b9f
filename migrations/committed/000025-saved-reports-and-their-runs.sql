--! Previous: sha1:a3181683ec7b43edd75185fc00cee865cd57ddb9
--! Hash: sha1:7e5a32d1126010f94075fec185ccea107705877d
--! Message: saved reports and their runs

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Saved reports, and what came of running them. The tables are new: no lock is waited for.
drop table if exists app.report_runs, app.saved_reports;
create table app.saved_reports (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 2000),
  type text collate "C" not null check (type in ('table', 'summary', 'timeseries', 'pivot', 'funnel', 'sql')),
  config_json jsonb not null,
  last_run_at timestamptz,
  last_status text collate "C" check (last_status in ('succeeded', 'failed')),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index saved_reports_type on app.saved_reports (tenant_id, (config_json->>'object_type_id'));
comment on table app.saved_reports is 'Questions about objects that are asked again and again';

create table app.report_runs (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  report_id app.id,
  type text collate "C" not null,
  ran_by text not null,
  result jsonb not null,
  generated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index report_runs_generated on app.report_runs (tenant_id, generated_at);
comment on table app.report_runs is 'What reports answered, for seven days. Only whoever ran one sees it: its rows are what they might see';
comment on column app.report_runs.ran_by is 'The id of a user or key';
comment on column app.report_runs.report_id is 'The saved report; null for a question that was not saved. A run outlives its report';

do $$
declare v_table text;
begin
  foreach v_table in array array['saved_reports', 'report_runs'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
