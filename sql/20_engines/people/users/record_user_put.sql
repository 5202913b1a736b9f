create or replace function app.record_user_put(p_tenant text, p_id text, p_does text, p_shown jsonb, p_record jsonb)
returns void
language plpgsql volatile as $$
declare
  v_own jsonb := jsonb_build_object('tenant_id', p_tenant, 'user_id', p_id);
  v_roles text[] := array(select jsonb_array_elements_text(p_shown->'roles'));
  v_missing text;
  v_old app.users;
  v_new app.users;
  v_done text;
begin
  perform app.owners_lock(p_tenant);
  if p_does <> 'create' then v_old := app.user_lock(p_tenant, p_id); end if;
  if p_does = 'delete' then
    perform app.owner_keep(v_old);
    perform app.user_remove(v_old, false);
    return;
  end if;
  v_missing := (select min(r) from unnest(v_roles || (p_shown->>'role')) r where r <> all (app.role_names(p_tenant)));
  if v_missing is not null then perform app.not_found('role', v_missing); end if;
  if p_does = 'update' then
    v_new := v_old;
    v_new.role := p_shown->>'role';
    v_new.user_metadata := p_shown->'user_metadata';
    if v_new.role <> 'owner' then perform app.owner_keep(v_old); end if;
    v_new := app.user_save(v_old, v_new);
  else
    v_new := jsonb_populate_record(v_new, p_record->'user' || jsonb_build_object('tenant_id', p_tenant,
      'pending_email', null, 'pending_phone', null));
    if (app.user_by_address(p_tenant, v_new.email, null)).id is not null then
      perform app.taken('email', v_new.email, 'user');
    elsif (app.user_by_address(p_tenant, null, v_new.phone)).id is not null then
      perform app.taken('phone', v_new.phone, 'user');
    end if;
    insert into app.users (tenant_id, id, email, phone, password_hash, role, email_verified_at, phone_verified_at,
      pending_email, pending_phone, user_metadata, is_anonymous, is_invited, banned_at,
      banned_until, ban_reason, last_sign_in_at, exported_at, created_at, updated_at, created_by,
      signup_address) values (v_new.*);
    -- An identity or a passkey that another user has linked meanwhile stays theirs.
    insert into app.identities (tenant_id, id, user_id, provider, subject, email, identity_data, last_sign_in_at, created_at,
      issuer, consent)
    select r.* from jsonb_array_elements(p_record->'identities') j
    cross join lateral jsonb_populate_record(null::app.identities, j || v_own) r on conflict do nothing;
    insert into app.passkeys (tenant_id, id, user_id, credential_id, public_key, sign_count, transports, is_backed_up,
      friendly_name, created_at, last_used_at)
    select r.* from jsonb_array_elements(p_record->'passkeys') j
    cross join lateral jsonb_populate_record(null::app.passkeys, j || v_own) r on conflict do nothing;
    insert into app.mfa_factors (tenant_id, id, user_id, type, friendly_name, secret, last_step, verified_at, created_at)
    select r.* from jsonb_array_elements(coalesce(p_record->'mfa_factors', '[]')) j
    cross join lateral jsonb_populate_record(null::app.mfa_factors, j || v_own) r;
    insert into app.recovery_codes (tenant_id, user_id, code_hash, used_at)
    select r.* from jsonb_array_elements(p_record->'recovery_codes') j
    cross join lateral jsonb_populate_record(null::app.recovery_codes, j || v_own) r;
    insert into app.notification_preferences (tenant_id, user_id, channel, is_enabled, categories, updated_at)
    select r.* from jsonb_array_elements(p_record->'preferences') j
    cross join lateral jsonb_populate_record(null::app.notification_preferences, j || v_own) r;
    perform app.email_directory(p_tenant, null, v_new.email);
    v_done := app.journal_write(p_tenant, 'user.created', 'user', p_id, app.user_state_json(v_new)::json);
  end if;
  delete from app.role_members m where m.tenant_id = p_tenant and m.user_id = p_id and m.role_id not in (
    select r.id from app.roles r where r.tenant_id = p_tenant and r.name = any (v_roles));
  insert into app.role_members (tenant_id, user_id, role_id, assigned_at, assigned_by)
  select p_tenant, p_id, r.id, m.assigned_at, m.assigned_by
  from jsonb_to_recordset(p_record->'members') m(name text, assigned_at timestamptz, assigned_by text)
  join app.roles r on r.tenant_id = p_tenant and r.name = m.name on conflict do nothing;
end $$;
comment on function app.record_user_put is
  'Makes, changes or deletes a user for a restore. One who exists keeps the addresses, password, factors, passkeys and ban of today: '
  'only roles and metadata change. One who does not comes back with those of the snapshot; 409 where another user has the address';
