create or replace function worker.records_users(p_tenant text, p_ids text[])
returns table (id text, type text, object_id text, shown jsonb, record jsonb, sealed jsonb)
language plpgsql volatile as $$
begin
  return query
    select u.id::text, null::text, null::text,
      jsonb_build_object('role', u.role, 'user_metadata', u.user_metadata, 'roles', coalesce((
        select json_agg(r.name order by r.name)::jsonb from app.role_members m
        join app.roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
        where m.tenant_id = p_tenant and m.user_id = u.id), '[]')),
      jsonb_build_object('user', to_jsonb(row(u.*)::app.users), 'members', coalesce((
          select json_agg(json_build_object('name', r.name, 'assigned_at', m.assigned_at, 'assigned_by', m.assigned_by))::jsonb
          from app.role_members m join app.roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
          where m.tenant_id = p_tenant and m.user_id = u.id), '[]'),
        'identities', coalesce((
          select json_agg(to_jsonb(row(i.*)::app.identities))::jsonb from app.identities i
          where i.tenant_id = p_tenant and i.user_id = u.id), '[]'),
        'passkeys', coalesce((
          select json_agg(to_jsonb(row(k.*)::app.passkeys))::jsonb from app.passkeys k
          where k.tenant_id = p_tenant and k.user_id = u.id), '[]'),
        'recovery_codes', coalesce((
          select json_agg(to_jsonb(row(c.*)::app.recovery_codes))::jsonb from app.recovery_codes c
          where c.tenant_id = p_tenant and c.user_id = u.id), '[]'),
        'preferences', coalesce((
          select json_agg(to_jsonb(row(n.*)::app.notification_preferences))::jsonb from app.notification_preferences n
          where n.tenant_id = p_tenant and n.user_id = u.id), '[]')),
      (select json_build_object('mfa_factors', json_agg(to_jsonb(row(f.*)::app.mfa_factors)))::jsonb
       from app.mfa_factors f where f.tenant_id = p_tenant and f.user_id = u.id having count(*) > 0)
    from app.users u where u.tenant_id = p_tenant and u.id = any (p_ids);
end $$;
comment on function worker.records_users is
  'Users as a restore compares them (shown), and all that they are made of again: the row, roles by name, and how they sign in, '
  'with the secrets that are sealed for this tenant apart. Nothing of their sessions';
