--! Previous: sha1:7fffa0de04387793a1bff6c84c63b272c11e2294
--! Hash: sha1:7e4627420425c0fe317cef2a3b14b55ff28b064a
--! Message: settings of the installation

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- What the operator has set for the whole installation. A table of its own and one row: nothing that serves requests is touched.
drop table if exists app.installation_settings;
create table app.installation_settings (
  is_only boolean primary key default true check (is_only),
  outbound_hold boolean not null default false,
  outbound_held_at timestamptz,
  updated_at timestamptz not null default now()
);
comment on table app.installation_settings is
  'What the operator has set for the whole installation: one row. Global';
comment on column app.installation_settings.outbound_hold is
  'Nothing leaves the installation: webhooks, mails, calls of any kind wait or are refused';
insert into app.installation_settings default values;
