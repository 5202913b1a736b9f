create or replace function app.export_files(p_tenant text, p_user_id text)
returns json
language sql stable as $$
  select coalesce(json_agg(app.file_json(f.file) order by (f.file).id), '[]')
  from (
    select row(f.*)::app.files as file from app.files f
    where f.tenant_id = p_tenant and f.uploaded_by = p_user_id
    order by f.id limit 100000) f
$$;
comment on function app.export_files is
  'The files that a user uploaded, those in the trash too, in the export of their data: what is known '
  'of them. Their bytes they get with GET /v1/files/:file_id/content';
