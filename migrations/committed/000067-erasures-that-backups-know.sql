--! Previous: sha1:41bd729bb20af1d253b9982f8b9fc4deb4ee0159
--! Hash: sha1:60cdae12a056420b2a6128c56afd1bcc6106fb30
--! Message: erasures that backups know

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Nothing told backups of the installation what must not come back, nor the erasure until when they hold it.
alter table app.erasures
  add column if not exists noted_at timestamptz,
  add column if not exists gone_at timestamptz,
  add column if not exists backups_until timestamptz;
comment on column app.erasures.noted_at is 'Since then BACKUP_TO says that the tenant must not come back';
comment on column app.erasures.gone_at is 'Since then nothing of the tenant is in the database, its journal included';
comment on column app.erasures.backups_until is
  'Until then, at least, base backups hold the tenant; null where none are made';
