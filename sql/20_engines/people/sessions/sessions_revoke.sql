create or replace function app.sessions_revoke(
  p_tenant text, p_user_id text, p_ids text[], p_reason text, p_except text default null)
returns integer
language plpgsql volatile as $$
declare
  v_revoked text[];
  v_impersonated text[];
  v_now timestamptz;
begin
  -- No one has none; and with a condition that is never met, Citus finds no shard for the change (14.0.1).
  if p_user_id is null or p_ids = '{}' then return 0; end if;
  v_now := clock_timestamp();
  with revoked as (
    update app.sessions s set revoked_at = v_now
    where s.tenant_id = p_tenant and s.user_id = p_user_id and s.revoked_at is null
      and (p_ids is null or s.id = any (p_ids)) and s.id is distinct from p_except
    returning s.id, s.act)
  select coalesce(array_agg(r.id order by r.id), '{}'),
    array_agg(r.id order by r.id) filter (where r.act is not null)
  into v_revoked, v_impersonated from revoked r;
  perform app.journal_write(p_tenant, 'session.revoked', 'session', r,
    json_build_object('id', r, 'user_id', p_user_id, 'reason', p_reason))
  from unnest(v_revoked) r;
  perform app.journal_write(p_tenant, 'impersonation.ended', 'impersonation', r,
    json_build_object('id', r, 'user_id', p_user_id, 'reason', p_reason))
  from unnest(v_impersonated) r;
  return cardinality(v_revoked);
end $$;
comment on function app.sessions_revoke is
  'Ends sessions of a user, some (p_ids) or all (null), but for one: from the next call on. '
  'Answers how many';
