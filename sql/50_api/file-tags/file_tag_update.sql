create or replace function api.file_tag_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.file_tags := app.file_tag_lock(tenant, args->>'tag_id');
  v_new app.file_tags;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new := v_old;
  v_new.name := coalesce(args->>'name', v_old.name);
  if args ? 'color' then v_new.color := lower(args->>'color'); end if;
  if v_new = v_old then return app.file_tag_shown(app.file_sight(tenant), v_old); end if;
  begin
    v_now := clock_timestamp();
    update app.file_tags t set name = v_new.name, color = v_new.color, updated_at = v_now
    where t.tenant_id = tenant and t.id = v_old.id
    returning * into v_new;
  exception when unique_violation then
    perform app.taken('name', args->>'name', 'tag');
  end;
  v_done := app.journal_write(tenant, 'file_tag.updated', 'file_tag', v_new.id,
    app.file_tag_json(v_new), app.file_tag_json(v_old));
  return app.file_tag_shown(app.file_sight(tenant), v_new);
end $$;
comment on function api.file_tag_update is 'Change the name or the color of a file tag';
