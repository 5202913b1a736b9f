-- The migration in progress: repeatable until `insula migrate new` commits it.

------------------------------------------------------------------------------------------------
-- Accounts: the first proof of an address, identities bound to their issuer, authors of settings
------------------------------------------------------------------------------------------------

do $$ begin
  if not exists (
    select from pg_attribute a
    where a.attrelid = 'app.users'::regclass and a.attname = 'signup_address') then
    alter table app.users add column signup_address text collate "C";
    -- Nobody can tell any more whose hands put it there: what is unproved counts as a sign-up's.
    update app.users u set signup_address = u.email
    where u.created_by is null and u.email is not null and u.email_verified_at is null;
    update app.users u set signup_address = u.phone
    where u.created_by is null and u.email is null and u.phone is not null
      and u.phone_verified_at is null;
  end if;
end $$;
comment on column app.users.signup_address is
  'The email or phone of a sign-up that has not proved it. The first proof of it drops all that '
  'was set up before, another address included; null once it is proved or replaced';

alter table app.identities
  add column if not exists issuer text collate "C",
  add column if not exists consent text collate "C";
comment on column app.identities.issuer is
  'Whose subject this is (app.oauth_source, app.saml_source): after a change of issuer, entity id '
  'or profile endpoint the identity is not found. Null: from before issuers were kept, and good '
  'until the first change';
comment on column app.identities.consent is
  'The provider''s settings (a fingerprint) that the user agreed to by linking while signed in. '
  'While they stay the same the identity signs in, whoever set the provider up';
alter table app.identities drop constraint if exists identities_tenant_id_provider_subject_key;
create unique index if not exists identities_subject on app.identities
  (tenant_id, provider, subject, issuer) nulls not distinct;

alter table app.auth_tokens drop constraint if exists auth_tokens_type_check;
alter table app.auth_tokens add constraint auth_tokens_type_check check (type in (
  'signup', 'magiclink', 'email', 'recovery', 'invite', 'email_change', 'reauthentication',
  'sms', 'phone_change', 'email_change_undo', 'phone_change_undo'));

alter table app.tenant_settings add column if not exists authors jsonb not null default '{}';
comment on column app.tenant_settings.authors is
  'Who last wrote each setting of auth that can lead a sign-in elsewhere, by its path '
  '(app.author_paths): {"oauth.google.issuer": {type, id, held?}}. A setting that is not named was '
  'written before authors were kept and counts as written by somebody who holds everything';

alter table app.saml_providers add column if not exists authors jsonb not null default '{}';
comment on column app.saml_providers.authors is
  'Who last wrote each part: {metadata, domains, attribute_mapping, enabled}, each {type, id, '
  'held?}. The provider signs nobody in who may do more than one of them. A part that is not named '
  'counts as written by somebody who holds everything';
do $$ begin
  if exists (
    select from pg_attribute a where a.attrelid = 'app.saml_providers'::regclass
      and a.attname = 'is_trusted' and not a.attisdropped) then
    update app.saml_providers p set authors = '{"metadata": {"type": "data"}}'
    where not p.is_trusted;
    alter table app.saml_providers drop column is_trusted;
  end if;
end $$;
