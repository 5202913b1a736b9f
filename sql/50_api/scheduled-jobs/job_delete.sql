create or replace function api.job_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.job_remove(tenant, args);
  return json_build_object('id', args->'job_id', 'deleted', true);
end $$;
comment on function api.job_delete is 'Delete a scheduled job and its runs';
