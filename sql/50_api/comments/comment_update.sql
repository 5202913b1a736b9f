create or replace function api.comment_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.comments := app.comment_lock(tenant, args);
  v_new app.comments;
begin
  if not app.comment_is_own(v_old) then
    perform app.fail(403, 'FORBIDDEN', 'Only its author may edit a comment.');
  end if;
  v_new := app.comment_merge(v_old, args);
  if v_new = v_old then return app.comment_json(v_old); end if;
  v_new.told := app.comment_tell(v_new, array(
    select m from unnest(v_new.mentions) m where m <> all (v_old.mentions)));
  v_new.edited_at := clock_timestamp();
  return app.comment_save('comment.updated', v_old, v_new);
end $$;
comment on function api.comment_update is 'Edit a comment of your own';
