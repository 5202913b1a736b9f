--! Previous: sha1:417c55de1c02598d35ab605769b962603454d872
--! Hash: sha1:a759b7854142d9e589f4ebf1c8ea20ee9c3881b2
--! Message: the part of a backup that a restore compares

-- The migration in progress: repeatable until `insula migrate new` commits it.
alter table app.diffs add column if not exists part jsonb;
comment on column app.diffs.part is 'For a restore, the part of a snapshot that is compared: {types, objects, kinds, keeps}; null: all of it';
alter table app.diff_changes add column if not exists origin jsonb;
comment on column app.diff_changes.origin is 'For a restore, by whom it was written: {created_at, created_by} of an object, {authors} of configuration';
