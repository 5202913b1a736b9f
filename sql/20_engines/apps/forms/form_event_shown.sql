create or replace function app.form_event_shown(p_sight jsonb, p_tenant text, p_record jsonb)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select 1 from app.forms f
    left join app.form_submissions s on s.tenant_id = p_tenant and s.form_id = f.id and s.id = p_record->>'id'
    where f.tenant_id = p_tenant and f.id = p_record->>'form_id'
      and app.form_submission_shown(
        case when p_sight ? 'reads_no_objects' then '{"*": true}' else nullif(p_sight->'policies', 'null') end, p_tenant,
        coalesce(s.object_type_id, f.object_type_id), p_record->>'object_id'));
end $$;
comment on function app.form_event_shown is
  'Whether the caller sees a submission that a row of the journal tells of (p_sight of app.journal_sight)';
