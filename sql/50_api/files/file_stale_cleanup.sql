create or replace function api.file_stale_cleanup(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_ids text[] := array(select f.id from unnest(app.files_clean(tenant, 1000)) f);
begin
  return json_build_object('cleaned', cardinality(v_ids), 'ids', to_json(v_ids));
end $$;
comment on function api.file_stale_cleanup is 'Removes up to 1,000 abandoned uploads';
