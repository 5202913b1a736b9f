create or replace function app.files_visible(p_tenant text)
returns text
language plpgsql stable as $$
declare
  v_sight jsonb := app.file_sight(p_tenant);
begin
  if v_sight is null then return null; end if;
  -- The first part says nothing new: it spares most private files of others the function.
  return concat_ws(' and ',
    case when not (v_sight->'is_manager')::boolean then
      format('(f.access <> ''private'' or f.uploaded_by = %L)', v_sight->>'user') end,
    format('app.file_shows(%L::jsonb, f)', v_sight));
end $$;
comment on function app.files_visible is
  'Which files f the caller sees (app.file_shows), as a condition of a statement; null: all';
