create or replace function platform.route_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.routes := app.route_lock(auth.route_own(args->>'route_id'));
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.routes r where r.id = v_old.id;
  perform app.owner_journal('route.deleted', v_old.id, null, app.route_shown(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function platform.route_delete is 'Deletes a route';
