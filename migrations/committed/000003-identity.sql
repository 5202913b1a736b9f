--! Previous: sha1:b78651f2fe16ca276e0fb31d13f2edf6b373c7c1
--! Hash: sha1:237b9512a7c633e1f94a1fde7a4ccc349bac587c
--! Message: Identity

-- Identity: users, sessions, ways to sign in, roles, row policies, settings of a tenant, messages.

------------------------------------------------------------------------------------------------
-- Keys that sign access tokens, and directories: global, never referenced
------------------------------------------------------------------------------------------------

create table app.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_key text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on table app.signing_keys is
  'Keys of access tokens (RFC 7517). The youngest that is not retired signs, all of them verify. '
  'Global';
comment on column app.signing_keys.private_key is
  'PKCS #8, encrypted by the API process (src/secrets/box.ts)';

create table app.tenant_hosts (
  host text primary key,
  tenant_id app.id not null
);
create index tenant_hosts_tenant on app.tenant_hosts (tenant_id);
comment on table app.tenant_hosts is
  'Directory: verified custom domain to tenant, for calls that start without a tenant. '
  'Global, never referenced';

create table app.email_tenants (
  email_hash bytea not null,
  tenant_id app.id not null,
  primary key (email_hash, tenant_id)
);
comment on table app.email_tenants is
  'Directory: sha256 of a user''s email to tenants, for POST /v1/tenants/lookup. '
  'Global, never referenced';

------------------------------------------------------------------------------------------------
-- Settings of a tenant
------------------------------------------------------------------------------------------------

create table app.tenant_settings (
  tenant_id app.id primary key references app.tenants on delete cascade,
  auth jsonb not null default '{}',
  branding jsonb not null default '{}',
  governance jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  updated_by text
);
create index tenant_settings_retention on app.tenant_settings (tenant_id)
  where governance ?| '{trash_retention_days,version_retention}';
comment on index app.tenant_settings_retention is
  'Tenants that the worker has something to remove for: jobs.retention_tenants';
comment on table app.tenant_settings is
  'What a tenant has set, over the defaults of app.auth_config, app.branding and app.governance; '
  'no row while nothing is set';
comment on column app.tenant_settings.auth is
  'Overrides of app.auth_config; secrets in it are encrypted by the API process';

alter table app.tenants
  add column ip_allowlist cidr[] not null default '{}',
  add column session_duration interval check (session_duration >= interval '60 s'),
  add column mfa_roles text[] not null default '{}';
comment on column app.tenants.ip_allowlist is
  'Of governance, and so are session_duration and mfa_roles: every call looks at them, so they '
  'stand in the row that it reads anyway';
comment on column app.tenants.session_duration is 'How long a sign-in lasts; null for no end';
comment on column app.tenants.mfa_roles is 'Roles that need a second factor';

------------------------------------------------------------------------------------------------
-- Users and sessions
------------------------------------------------------------------------------------------------

create table app.users (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  email text collate "C" check (email = lower(email) and length(email) <= 254),
  phone text collate "C" check (phone ~ '^\+[1-9]\d{6,14}$'),
  password_hash text,
  role text not null default 'user' check (length(role) between 1 and 63),
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  pending_email text collate "C",
  pending_phone text collate "C",
  user_metadata jsonb not null default '{}' check (jsonb_typeof(user_metadata) = 'object'),
  is_anonymous boolean not null default false,
  is_invited boolean not null default false,
  banned_at timestamptz,
  banned_until timestamptz,
  ban_reason text check (length(ban_reason) <= 500),
  last_sign_in_at timestamptz,
  exported_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id)
);
create unique index users_email_key on app.users (tenant_id, email);
create unique index users_phone_key on app.users (tenant_id, phone);
create index users_role on app.users (tenant_id, role, id);
comment on table app.users is 'The end users of a tenant''s application';
comment on column app.users.password_hash is 'argon2id in PHC form; null without a password';
comment on column app.users.role is
  'The base role: owner, admin, user, anonymous (app.system_roles) or a role of the tenant';
comment on column app.users.exported_at is 'When GET /v1/auth/me/export was last answered';

create table app.sessions (
  tenant_id app.id not null,
  id app.id not null,
  user_id app.id not null,
  counter integer not null default 0,
  refreshed_at timestamptz not null default now(),
  aal smallint not null default 1 check (aal in (1, 2)),
  amr jsonb not null default '[]',
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
create index sessions_user on app.sessions (tenant_id, user_id, id);
comment on table app.sessions is
  'Sign-ins. A refresh token is (session, counter) with a MAC of the API process: the one of '
  'counter is current, the one before it is answered again for some seconds, any older one '
  'revokes the session';
comment on column app.sessions.aal is
  'Authenticator assurance level (NIST SP 800-63B): 2 after a second factor';
comment on column app.sessions.amr is 'How it was signed in: [{method, timestamp}] (RFC 8176)';

create table app.identities (
  tenant_id app.id not null,
  id app.id not null,
  user_id app.id not null,
  provider text not null,
  subject text collate "C" not null,
  email text,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, provider, subject),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
create index identities_user on app.identities (tenant_id, user_id, id);
comment on table app.identities is
  'Accounts elsewhere that a user signs in with: an OAuth or OpenID Connect provider by its name, '
  'a SAML provider as saml:<id>';
comment on column app.identities.subject is 'The id of the account at the provider';

------------------------------------------------------------------------------------------------
-- What is remembered between two steps of a sign-in
------------------------------------------------------------------------------------------------

create table app.auth_tokens (
  tenant_id app.id not null,
  token_hash bytea not null,
  type text not null check (type in (
    'signup', 'magiclink', 'email', 'recovery', 'invite', 'email_change', 'reauthentication',
    'sms', 'phone_change')),
  user_id app.id,
  recipient text collate "C" not null,
  otp_hash bytea not null,
  attempts smallint not null default 0,
  data jsonb not null default '{}',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
create index auth_tokens_recipient on app.auth_tokens (tenant_id, recipient, type);
create index auth_tokens_user on app.auth_tokens (tenant_id, user_id);
comment on table app.auth_tokens is
  'What was mailed or sent to somebody: a link''s token and a 6-digit code, both as sha256, '
  'both single use. A new one replaces the one before it';
comment on column app.auth_tokens.otp_hash is
  'sha256 of token_hash and the code: 6 digits alone could be looked up';

create table app.auth_challenges (
  tenant_id app.id not null,
  id app.id not null,
  secret_hash bytea,
  kind text not null,
  user_id app.id,
  data jsonb not null default '{}',
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
create index auth_challenges_secret on app.auth_challenges (tenant_id, kind, secret_hash);
create index auth_challenges_user on app.auth_challenges (tenant_id, user_id);
comment on table app.auth_challenges is
  'What a sign-in of several steps is waiting for, for minutes: second factor, passkey, return '
  'from a provider, one-time code';
comment on column app.auth_challenges.secret_hash is
  'sha256 of what the caller holds, where that is not the id';

create table app.auth_counters (
  tenant_id app.id not null,
  name text collate "C" not null,
  count integer not null,
  started_at timestamptz not null,
  locked_until timestamptz,
  primary key (tenant_id, name)
);
comment on table app.auth_counters is
  'Attempts per window of time: durable and shared by all processes, because refusals depend on '
  'them. See app.counter_take. Without a tenant under the name platform';

create table app.mfa_factors (
  tenant_id app.id not null,
  id app.id not null,
  user_id app.id not null,
  type text not null default 'totp' check (type = 'totp'),
  friendly_name text check (length(friendly_name) <= 100),
  secret text not null,
  last_step bigint not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
create index mfa_factors_user on app.mfa_factors (tenant_id, user_id, id);
comment on table app.mfa_factors is 'Authenticator apps of users (RFC 6238)';
comment on column app.mfa_factors.secret is 'Encrypted by the API process (src/secrets/box.ts)';
comment on column app.mfa_factors.last_step is
  'The time step of the last code that was taken: none is taken twice';

create table app.recovery_codes (
  tenant_id app.id not null,
  user_id app.id not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
comment on table app.recovery_codes is
  'Single-use codes for who has lost the second factor, as sha256';

create table app.passkeys (
  tenant_id app.id not null,
  id app.id not null,
  user_id app.id not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  is_backed_up boolean not null default false,
  friendly_name text check (length(friendly_name) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, credential_id),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
create index passkeys_user on app.passkeys (tenant_id, user_id, id);
comment on table app.passkeys is 'WebAuthn credentials of users';

create table app.saml_providers (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  entity_id text not null,
  sso_url text not null,
  slo_url text,
  certificates text[] not null check (cardinality(certificates) between 1 and 10),
  domains text[] not null default '{}',
  attribute_mapping jsonb not null default '{}',
  default_role text,
  is_enabled boolean not null default true,
  is_trusted boolean not null default false,
  metadata_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, entity_id)
);
comment on table app.saml_providers is 'Identity providers that a tenant trusts (SAML 2.0)';
comment on column app.saml_providers.is_trusted is
  'Its metadata were entered by who holds everything. Only then does it speak for users who may do '
  'more than data: who manages sign-ins alone would else be able to sign in as an owner';

create table app.saml_assertions (
  tenant_id app.id not null,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, assertion_hash)
);
create index saml_assertions_expiry on app.saml_assertions (tenant_id, expires_at);
comment on table app.saml_assertions is 'Assertions that were taken, so that none is taken twice';

------------------------------------------------------------------------------------------------
-- Roles
------------------------------------------------------------------------------------------------

create table app.roles (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text collate "C" not null check (name ~ '^[a-z][a-z0-9_-]{0,62}$'),
  description text check (length(description) <= 1000),
  parent_role_id app.id,
  permissions text[] not null default '{}' check (cardinality(permissions) <= 200),
  inherited_names text[] not null default '{}',
  inherited_permissions text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, parent_role_id) references app.roles
);
create index roles_parent on app.roles (tenant_id, parent_role_id);
comment on table app.roles is 'Roles of a tenant, beside the fixed ones of app.system_roles';
comment on column app.roles.inherited_names is
  'Its own name and those of its ancestors, and inherited_permissions what they permit together: '
  'kept by app.roles_refresh, so that a call reads one row per role';

create table app.role_members (
  tenant_id app.id not null,
  user_id app.id not null,
  role_id app.id not null,
  assigned_at timestamptz not null default now(),
  assigned_by text,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references app.users on delete cascade,
  foreign key (tenant_id, role_id) references app.roles on delete cascade
);
create index role_members_role on app.role_members (tenant_id, role_id, user_id);
comment on table app.role_members is 'Roles that users have beside their base role';

------------------------------------------------------------------------------------------------
-- Row policies
------------------------------------------------------------------------------------------------

create table app.policies (
  tenant_id app.id not null,
  object_type_id app.id not null,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  action text not null check (action in ('select', 'insert', 'update', 'delete', 'all')),
  role text,
  condition_json jsonb,
  check_json jsonb,
  effect text not null default 'allow' check (effect in ('allow', 'deny')),
  is_enabled boolean not null default true,
  priority integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, object_type_id, id),
  foreign key (tenant_id, object_type_id) references app.object_types on delete cascade
);
create unique index policies_name_key on app.policies (tenant_id, object_type_id, name);
comment on table app.policies is
  'Which objects of a type users may see and change: filters over the row and over $auth';

create table app.policies_gone (
  tenant_id app.id not null,
  object_type_id app.id not null,
  primary key (tenant_id, object_type_id)
);
comment on table app.policies_gone is
  'Object types that had policies when they were deleted: whom policies bind never sees what the '
  'journal still holds of their objects';

alter table app.imports add column principal_id text;
comment on column app.imports.principal_id is
  'Who made it, a key too: where policies limit a caller, other people''s imports stay hidden';

alter table app.object_types add column policies jsonb;
comment on column app.object_types.policies is
  'The enabled policies, compiled: kept by app.policies_refresh, so that a read of an object reads '
  'no further row. Null while there are none';
alter type app.filter_part add attribute is_policy boolean;
-- Who the variable $auth of a policy's conditions stands for, once it is bound (app.policy_part).
alter type app.filter_part add attribute auth jsonb;

create index objects_created_by on app.objects (tenant_id, object_type_id, created_by, id)
  where created_by is not null;

------------------------------------------------------------------------------------------------
-- Messages and notifications
------------------------------------------------------------------------------------------------

create table app.messages (
  tenant_id app.id not null,
  id app.id not null,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  template text not null,
  variables jsonb not null default '{}',
  user_id text,
  subject text,
  text text,
  html text,
  status text not null default 'queued'
    check (status in ('queued', 'sent', 'stored', 'failed', 'suppressed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  constraint "a secret goes when the message has gone"
    check (status in ('queued', 'stored') or variables = '{}' and text is null and html is null)
);
create index messages_due on app.messages (tenant_id, channel, due_at, id) where status = 'queued';
create index messages_status on app.messages (tenant_id, status, id);
create index messages_user on app.messages (tenant_id, user_id) where user_id is not null;
comment on table app.messages is
  'Outbound mails and texts, queued in the transaction that wants them sent and rendered when they '
  'go out. What was sent or has failed loses its variables, which may hold a token; what had '
  'nowhere to go keeps them and what it would have said (stored)';
comment on column app.messages.due_at is
  'Of a queued message: when it is sent, or sent again. A worker that takes it moves this ahead, '
  'so that one that dies leaves a message which is due again by itself';

create table app.notifications (
  tenant_id app.id not null,
  id app.id not null,
  user_id app.id not null,
  type text not null check (length(type) between 1 and 100),
  title text not null check (length(title) between 1 and 300),
  body text,
  is_read boolean not null default false,
  metadata jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, id),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
create index notifications_unread on app.notifications (tenant_id, user_id, id) where not is_read;
comment on table app.notifications is 'What a user is told inside the application';

create table app.notification_preferences (
  tenant_id app.id not null,
  user_id app.id not null,
  channel text not null check (channel in ('in_app', 'email', 'sms', 'push', 'webhook')),
  is_enabled boolean not null default true,
  categories text[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id, channel),
  foreign key (tenant_id, user_id) references app.users on delete cascade
);
comment on table app.notification_preferences is
  'What a user wants to get on a channel: off without categories mutes it, off with some mutes '
  'those, on with some lets only those through';

do $$
declare v_table text;
begin
  foreach v_table in array array['tenant_settings', 'tenant_hosts', 'email_tenants', 'users', 'sessions', 'identities',
    'auth_tokens', 'auth_challenges', 'auth_counters', 'mfa_factors', 'recovery_codes', 'passkeys',
    'saml_providers', 'saml_assertions', 'roles', 'role_members', 'policies', 'policies_gone', 'messages',
    'notifications', 'notification_preferences'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id', true))
      with check (tenant_id = current_setting('app.tenant_id', true))$sql$, v_table);
  end loop;
end $$;

create policy "the platform reads the directory" on app.email_tenants
  for select to insula_platform using (true);
