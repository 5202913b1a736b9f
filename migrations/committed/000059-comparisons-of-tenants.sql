--! Previous: sha1:aa152a9a4f242136747cae5535be7df1e77dd97b
--! Hash: sha1:417c55de1c02598d35ab605769b962603454d872
--! Message: Comparisons of tenants

-- The migration in progress: repeatable until `insula migrate new` commits it.

drop table if exists app.diff_changes, app.diffs;

create table app.diffs (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  with_tenant text collate "C" not null,
  with_backup text collate "C",
  sections text[] not null,
  types text[],
  match jsonb not null default '{}',
  ignored text[] not null default '{}',
  status text collate "C" not null default 'pending'
    check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  round integer not null default 0,
  done bigint not null default 0,
  found integer not null default 0,
  summary jsonb not null default '{}',
  is_truncated boolean not null default false,
  error text,
  application jsonb,
  created_by text collate "C",
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index diffs_of_all_id on app.diffs (id);
comment on table app.diffs is 'Comparisons of a tenant with another one: what has to happen to it so that it equals that one';
comment on column app.diffs.with_backup is 'The backup that the other one was made of for this, if it was';
comment on column app.diffs.types is 'Names of object types; null: all';
comment on column app.diffs.match is 'For a type the property that names its objects; of other types they are compared by id';
comment on column app.diffs.round is 'How often it was begun: changes that an earlier round finds are not taken';
comment on column app.diffs.found is 'How many changes there are';
comment on column app.diffs.application is 'The last time that its changes were applied, as /admin shows it, with what was asked for';

create table app.diff_changes (
  tenant_id text collate "C" not null,
  diff_id app.id not null,
  n integer not null,
  section text collate "C" not null,
  kind text collate "C" not null,
  type text,
  key text not null,
  action text collate "C" not null check (action in ('create', 'update', 'delete')),
  fields jsonb not null,
  target_id text,
  source_id text,
  basis text,
  wanted jsonb,
  outcome jsonb,
  primary key (tenant_id, diff_id, n),
  foreign key (tenant_id, diff_id) references app.diffs on delete cascade
);
comment on table app.diff_changes is 'The changes of a comparison, in the order in which they are applied';
comment on column app.diff_changes.basis is 'What the record was when it was compared: its version, or a digest. Another one is "stale"';
comment on column app.diff_changes.wanted is 'What it is to be';
comment on column app.diff_changes.outcome is 'What has become of it: {round, did} or {round, reason}, where a conflict kept it from being applied';

do $$
declare v_table text;
begin
  foreach v_table in array array['diffs', 'diff_changes'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
