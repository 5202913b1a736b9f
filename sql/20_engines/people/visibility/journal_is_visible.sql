create or replace function app.journal_is_visible(p_sight jsonb, p_row app.journal)
returns boolean
language plpgsql stable as $$
declare
  v_policies jsonb := nullif(p_sight->'policies', 'null');
  v_record jsonb;
begin
  if p_row.resource_type <> all (app.journal_judged(p_sight)) then return true; end if;
  v_record := coalesce(p_row.after, p_row.before);
  case p_row.resource_type
  when 'object' then
    return not v_policies ? p_row.object_type_id or coalesce(app.filter_holds(
      jsonb_populate_record(null::app.filter, v_policies->p_row.object_type_id),
      app.journal_object(p_row.tenant_id, p_row.object_type_id, v_record)), false);
  when 'association' then
    return app.policies_show(v_policies, p_row.tenant_id, v_record->>'from_type_id',
        v_record->>'from_id')
      and app.policies_show(v_policies, p_row.tenant_id, v_record->>'to_type_id',
        v_record->>'to_id');
  when 'comment' then
    if v_record->>'file_id' is not null then
      return 'file' <> all (app.events_hidden()) and exists (
        select 1 from app.files f
        where f.tenant_id = p_row.tenant_id and f.id = v_record->>'file_id'
          and app.file_shows(p_sight, row(f.*)::app.files));
    end if;
    return app.policies_show(v_policies, p_row.tenant_id, p_row.object_type_id,
      v_record->>'object_id');
  when 'import', 'export' then  -- what they say of values is for those who made them
    return not v_policies ? p_row.object_type_id
      or not app.policies_keep_out(v_policies, p_row.object_type_id, p_row.actor->>'id');
  when 'form' then
    return p_row.type <> 'form.submitted' or exists (
      select 1 from app.forms f
      where f.tenant_id = p_row.tenant_id and f.id = v_record->>'form_id'
        -- An object was made of it, or was to be.
        and (f.object_type_id is null or not p_sight ? 'is_blind')
        and app.form_submission_shown(v_policies, row(f.*)::app.forms, v_record->>'object_id'));
  when 'file' then
    return app.file_shows(p_sight, app.journal_file(p_row.tenant_id, v_record));
  when 'workflow_run' then
    return v_record->>'object_id' is null or app.policies_show(v_policies, p_row.tenant_id,
      v_record->>'object_type_id', v_record->>'object_id');
  else
    return true;
  end case;
end $$;
comment on function app.journal_is_visible is
  'Whether the caller may see a row of the journal (p_sight of app.journal_sight): the object or '
  'file as the row holds it; of an association both its objects, of a comment what it is on, of a run of a workflow '
  'its object';
