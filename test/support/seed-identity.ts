import type pg from 'pg';

/** Which rows `seedIdentity` has made, named as path parameters are. */
export interface SeededIdentity {
  user_id: string;
  session_id: string;
}

/** A row in each table of identity, as the owner writes it, with `marker` in every text. */
export async function seedIdentity(
  db: pg.Pool,
  tenant: string,
  marker: string,
): Promise<SeededIdentity> {
  const { rows } = await db.query(
    `with settings as (
      insert into app.tenant_settings (tenant_id, auth, authors, branding, governance, updated_by)
      values ($1, m.map, m.map, m.map, m.map, $2)),
    host as (insert into app.tenant_hosts values ($2 || '.example', $1)),
    email as (insert into app.email_tenants values (sha256($2::bytea), $1)),
    users as (
      insert into app.users (tenant_id, id, email, phone, signup_address, password_hash, role, pending_email, pending_phone,
        user_metadata, ban_reason, created_by)
      values ($1, app.new_id('usr'), $2 || '@example.com', '+14155550100', $2, $2, $2, $2, $2, m.map, $2, $2) returning id),
    session as (
      insert into app.sessions (tenant_id, id, user_id, amr, user_agent)
      select $1, app.new_id('ses'), u.id, m.map, $2 from users u returning id),
    identity as (
      insert into app.identities (tenant_id, id, user_id, provider, issuer, consent, subject, email, identity_data)
      select $1, app.new_id('idn'), u.id, $2, $2, $2, $2, $2, m.map from users u),
    auth_token as (
      insert into app.auth_tokens (tenant_id, token_hash, type, user_id, recipient, otp_hash, data, expires_at)
      select $1, sha256($2::bytea), 'recovery', u.id, $2, sha256('1'), m.map, now() + interval '1 h' from users u),
    challenge as (
      insert into app.auth_challenges (tenant_id, id, kind, user_id, data, expires_at)
      select $1, app.new_id('chl'), $2, u.id, m.map, now() + interval '1 h' from users u),
    counter as (
      insert into app.auth_counters (tenant_id, name, count, started_at) values ($1, $2, 1, now())),
    factor as (
      insert into app.mfa_factors (tenant_id, id, user_id, friendly_name, secret)
      select $1, app.new_id('mfa'), u.id, $2, $2 from users u),
    recovery as (
      insert into app.recovery_codes (tenant_id, user_id, code_hash) select $1, u.id, sha256($2::bytea) from users u),
    passkey as (
      insert into app.passkeys (tenant_id, id, user_id, credential_id, public_key, transports, friendly_name)
      select $1, app.new_id('pk'), u.id, $2, $2::bytea, array[$2], $2 from users u),
    saml as (
      insert into app.saml_providers (tenant_id, id, name, entity_id, sso_url, slo_url, certificates, domains,
        attribute_mapping, authors, default_role, metadata_url)
      values ($1, app.new_id('saml'), $2, $2, $2, $2, array[$2], array[$2], m.map, m.map, $2, $2)),
    assertion as (
      insert into app.saml_assertions values ($1, sha256($2::bytea), now() + interval '1 h')),
    role as (
      insert into app.roles (tenant_id, id, name, description, permissions, inherited_names, inherited_permissions)
      values ($1, app.new_id('role'), $2, $2, array[$2], array[$2], array[$2]) returning id),
    member as (
      insert into app.role_members (tenant_id, user_id, role_id, assigned_by)
      select $1, u.id, r.id, $2 from users u, role r),
    type as (
      insert into app.object_types (tenant_id, id, name) values ($1, app.new_id('ot'), $2 || '-policies') returning id),
    policy as (
      insert into app.policies (tenant_id, object_type_id, id, name, action, role, condition_json, check_json, created_by)
      select $1, t.id, app.new_id('pol'), $2, 'select', $2, m.map, m.map, $2 from type t),
    message as (
      insert into app.messages (tenant_id, id, channel, recipient, template, variables, subject, text, html, error, due_at)
      values ($1, app.new_id('msg'), 'email', $2, $2, m.map, $2, $2, $2, $2, now() + interval '1 day')),
    notification as (
      insert into app.notifications (tenant_id, id, user_id, type, title, body, metadata)
      select $1, app.new_id('ntf'), u.id, $2, $2, $2, m.map from users u),
    preference as (
      insert into app.notification_preferences (tenant_id, user_id, channel, categories)
      select $1, u.id, 'email', array[$2] from users u)
    select u.id as user_id, s.id as session_id from users u, session s`.replaceAll(
      'm.map',
      'jsonb_build_object($2::text, $2::text)',
    ),
    [tenant, marker],
  );
  return rows[0];
}

/** An account elsewhere that a user signs in with. @returns the id of the identity */
export async function seedAccount(
  db: pg.Pool,
  tenant: string,
  user: string,
  marker: string,
): Promise<string> {
  const { rows } = await db.query(
    `insert into app.identities (tenant_id, id, user_id, provider, subject, email, identity_data)
     values ($1, app.new_id('idn'), $2, $3, $3, $3, jsonb_build_object($3::text, $3::text)) returning id`,
    [tenant, user, marker],
  );
  return rows[0].id;
}
