create or replace function api.short_url_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.short_urls := app.short_url_lock(tenant, args->>'short_url_id');
  v_dependencies jsonb;
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_dependencies := app.dependencies(array[row('click',
    v_old.clicks + (app.short_url_pending(tenant, v_old.id)).clicks)::app.dependency]);
  if v_dependencies <> '[]' then
    -- Bound to the kind, not to how many: people go on clicking.
    v_refusal := app.confirm(tenant, 'short_url', v_old.id, v_dependencies, args->>'confirm_token',
      p_bound => jsonb_path_query_array(v_dependencies, '$[*].type'));
    if v_refusal is not null then return v_refusal; end if;
  end if;
  v_done := app.journal_short_url('short_url.deleted', v_old, null, args);
  perform app.short_url_remove(v_old);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.short_url_delete is 'Deletes a short URL and its statistics';
