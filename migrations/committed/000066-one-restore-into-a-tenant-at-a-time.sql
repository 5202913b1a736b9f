--! Previous: sha1:9bbb58fd80fd2da57241be1b3b822c2bcdb125bb
--! Hash: sha1:41bd729bb20af1d253b9982f8b9fc4deb4ee0159
--! Message: one restore into a tenant at a time

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Two requests at once began two restores into one tenant.
drop index if exists app.restores_into_one;
create unique index restores_into_one on app.restores (target_tenant)
  where mode in ('in_place', 'merge') and status in ('pending', 'running');
