create or replace function app.route_save(p_old app.routes, p_new app.routes)
returns app.routes
language plpgsql volatile as $$
declare
  v_new app.routes := p_new;
  v_now timestamptz;
begin
  if p_new = p_old then return p_old; end if;
  v_now := clock_timestamp();
  update app.routes r set about_tenant = p_new.about_tenant, path_prefix = p_new.path_prefix, status = p_new.status,
    proof = p_new.proof, proof_value = p_new.proof_value, proof_error = p_new.proof_error, checked_at = p_new.checked_at,
    proved_at = p_new.proved_at, lost_at = p_new.lost_at, updated_at = v_now
  where r.id = p_old.id returning * into v_new;
  -- A proof that was found once more is no news.
  if (p_new.about_tenant, p_new.path_prefix, p_new.status, p_new.proof_value, p_new.lost_at) is distinct from
    (p_old.about_tenant, p_old.path_prefix, p_old.status, p_old.proof_value, p_old.lost_at) then
    perform app.owner_journal('route.updated', v_new.id, app.route_shown(v_new), app.route_shown(p_old));
  end if;
  return v_new;
exception when unique_violation then
  perform app.taken('path_prefix', p_new.path_prefix, 'route');
end $$;
comment on function app.route_save is
  'Changes a locked route, and journals it in the operator''s journal; 409 for a place that another route has';
