create or replace function app.export_included(
  p_type app.object_types, p_ids text[], args jsonb)
returns jsonb
language plpgsql stable as $$
begin
  return jsonb_build_object(
    'versions', case when args->'include' ? 'versions'
      then app.export_versions(p_type, p_ids) end,
    'associations', case when args->'include' ? 'associations'
      then app.export_associations(p_type, p_ids) end,
    'files', case when args->'include' ? 'files' then app.files_exported(p_type, p_ids) end);
end $$;
comment on function app.export_included is
  'Returns the additions of an export to its objects, as args.include names them: {versions, '
  'associations, files}, each a list by the id of its object';
