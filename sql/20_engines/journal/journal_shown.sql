create or replace function app.journal_shown(p_policies jsonb, p_row app.journal)
returns app.journal
language plpgsql stable as $$
declare
  v_after jsonb := p_row.after;
  v_before jsonb := p_row.before;
  v_old jsonb;
begin
  if p_policies is null or p_row.resource_type <> 'object' or v_after is null or v_before is null
    or not p_policies ? p_row.object_type_id then
    return p_row;
  end if;
  -- The row before the change: what the journal keeps of it, and what did not change.
  v_old := v_after || v_before || jsonb_build_object('properties', jsonb_strip_nulls(
    (v_after->'properties') - coalesce(p_row.changed, '{}') || (v_before->'properties')));
  if app.filter_holds(jsonb_populate_record(null::app.filter, p_policies->p_row.object_type_id),
    app.journal_object(p_row.tenant_id, p_row.object_type_id, v_old)) is not true then
    p_row.before := null;
    p_row.changed := null;
  end if;
  return p_row;
end $$;
comment on function app.journal_shown is
  'A row of the journal that app.journal_shows, without what the object was before when the caller '
  'may not see that';
