create or replace function api.comment_unresolve(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.comments := app.comment_lock(tenant, args);
  v_new app.comments := v_old;
begin
  v_new.resolved_at := null;
  if v_new.resolved_at is not distinct from v_old.resolved_at then return app.comment_json(v_old); end if;
  return app.comment_save('comment.updated', v_old, v_new);
end $$;
comment on function api.comment_unresolve is 'Reopen a resolved comment';
