create or replace function app.journal_shown(p_policies jsonb, p_row app.journal)
returns app.journal
language plpgsql stable as $$
begin
  if p_policies is null or p_row.resource_type <> 'object' or p_row.after is null
    or p_row.before is null or not p_policies ? p_row.object_type_id then
    return p_row;
  end if;
  if app.filter_holds(jsonb_populate_record(null::app.filter, p_policies->p_row.object_type_id),
    app.journal_object(p_row.tenant_id, p_row.object_type_id, app.journal_before(p_row)))
    is not true then
    p_row.before := null;
    p_row.changed := null;
  end if;
  return p_row;
end $$;
comment on function app.journal_shown is
  'A row of the journal that app.journal_shows, without what the object was before when the caller '
  'may not see that';
