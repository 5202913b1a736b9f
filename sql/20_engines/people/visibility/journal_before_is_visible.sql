create or replace function app.journal_before_is_visible(p_sight jsonb, p_row app.journal)
returns boolean
language plpgsql stable as $$
declare
  v_filter jsonb := p_sight->'policies'->p_row.object_type_id;
begin
  if p_row.resource_type = 'file' then
    return p_sight is null
      or app.file_shows(p_sight, app.journal_file(p_row.tenant_id, p_row.before::jsonb));
  elsif p_row.resource_type <> 'object' or v_filter is null then
    return true;
  end if;
  return coalesce(app.filter_holds(jsonb_populate_record(null::app.filter, v_filter),
    app.journal_object(p_row.tenant_id, p_row.object_type_id, app.journal_before(p_row))), false);
end $$;
comment on function app.journal_before_is_visible is
  'Whether the caller may see what an object or file was before the change that a row of the '
  'journal tells (p_sight of app.journal_sight)';
