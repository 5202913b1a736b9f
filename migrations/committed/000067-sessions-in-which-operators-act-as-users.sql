--! Previous: sha1:41bd729bb20af1d253b9982f8b9fc4deb4ee0159
--! Hash: sha1:f05078635c12792b94111d355bfd5d98a694e4bf
--! Message: sessions in which operators act as users

-- The migration in progress: repeatable until `insula migrate new` commits it.

alter table app.sessions drop column if exists act;
alter table app.sessions add column act jsonb;
comment on column app.sessions.act is
  'Of a session in which an operator impersonates the user: the claim act of its tokens, {sub: "platform", key}';
create index sessions_impersonating on app.sessions ((act->>'key')) where act is not null and revoked_at is null;

alter table app.installation_settings
  drop column if exists impersonation, drop column if exists impersonation_ended_at;
alter table app.installation_settings add column impersonation boolean not null default true,
  add column impersonation_ended_at timestamptz;
comment on column app.installation_settings.impersonation_ended_at is
  'When impersonation was last switched off: sessions from before then have ended';
