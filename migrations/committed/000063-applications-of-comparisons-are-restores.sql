--! Previous: sha1:62fffae4b45b7908b651b349781d272965c673f7
--! Hash: sha1:612d78c6b465613c07829b6dc3c379f679766353
--! Message: applications of comparisons are restores

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- An application of a comparison is a restore as any other.
alter table app.restores drop constraint if exists restores_unit_check;
alter table app.restores add constraint restores_unit_check check (unit in ('rows', 'bytes', 'changes'));
comment on column app.restores.options is
  'What was asked for besides: {name, slug, keep_tenant_id, outbound, diff_id, chosen} and the like';
create index if not exists restores_target on app.restores (target_tenant) where status in ('pending', 'running');

alter table app.diffs drop column if exists application;
alter table app.diffs add column if not exists restore_id text collate "C";
comment on column app.diffs.restore_id is 'The restore that has applied its changes last, or does';
comment on column app.diff_changes.outcome is
  'What has become of it: {by, did} or {by, reason}, where a conflict kept it from being applied; by: a restore';
