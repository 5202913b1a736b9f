--! Previous: sha1:a6686245f0744abfef71cac8eb89700e3cd9278e
--! Hash: sha1:12422747f1fdf845c4a0a9a178b8a1c855e03b3d
--! Message: the key of decoys

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Decoys of passkeys stay the same while ENCRYPTION_KEY is replaced: they come from a key of the installation itself.
alter table app.installation_settings add column if not exists decoy_key uuid;
do $$
declare v_key uuid := gen_random_uuid();
begin
  update app.installation_settings set decoy_key = v_key where decoy_key is null;
end $$;
alter table app.installation_settings alter column decoy_key set not null;
comment on column app.installation_settings.decoy_key is 'What passkeys that do not exist are derived from (app.passkey_decoys)';
