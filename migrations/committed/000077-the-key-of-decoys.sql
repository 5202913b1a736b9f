--! Previous: sha1:11f3ffc3825e3e756ceddd035d1f22849609576c
--! Hash: sha1:7384601d7a1b53624ef172d2eb0d6b3b2b39ee1f
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
