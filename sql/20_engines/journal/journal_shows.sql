create or replace function app.journal_shows(p_policies jsonb, p_row app.journal)
returns boolean
language plpgsql stable as $$
declare
  v_record jsonb;
begin
  if p_policies is null then return true; end if;
  v_record := coalesce(p_row.after, p_row.before);
  case p_row.resource_type
  when 'object' then
    return not p_policies ? p_row.object_type_id or coalesce(app.filter_holds(
      jsonb_populate_record(null::app.filter, p_policies->p_row.object_type_id),
      app.journal_object(p_row.tenant_id, p_row.object_type_id, v_record)), false);
  when 'association' then
    return app.policies_show(p_policies, p_row.tenant_id, v_record->>'from_type_id',
        v_record->>'from_id')
      and app.policies_show(p_policies, p_row.tenant_id, v_record->>'to_type_id',
        v_record->>'to_id');
  when 'import', 'export' then  -- what they say of values is for those who made them
    return not p_policies ? p_row.object_type_id
      or p_row.actor->>'id' = app.principal()->>'id';
  else
    return true;
  end case;
end $$;
comment on function app.journal_shows is
  'Whether the caller may see a row of the journal (p_policies of app.policies_of_caller): the '
  'object as the row holds it; of an association both its objects';
