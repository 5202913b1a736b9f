create or replace function app.realtime_judged(
  p_tenant text, p_rows app.journal[], p_filters jsonb, p_has_events boolean)
returns json
language plpgsql stable as $$
declare
  v_sight jsonb := app.journal_sight(p_tenant);
  v_filters app.filter[] := array(
    select app.realtime_filter(p_tenant, f) from jsonb_array_elements(p_filters)
      with ordinality e(f, n) order by n);
  v_types text[] := array(
    select f->>'type' from jsonb_array_elements(p_filters) with ordinality e(f, n) order by n);
  v_row app.journal;
  v_shown app.journal;
  v_new app.objects;
  v_old app.objects;
  v_is_visible boolean;
  v_was_visible boolean;
  v_verdicts text[];
  v_event json;
  v_answers json[] := '{}';
begin
  foreach v_row in array p_rows loop
    v_is_visible := app.journal_is_visible(v_sight, v_row);
    v_shown := app.journal_redacted(v_sight, v_row);
    v_was_visible := v_row.resource_type in ('object', 'file') and v_row.after is not null
      and v_shown.before is not null;
    -- Rows that they no longer see are announced at the old place, not at the new one.
    if not v_is_visible then v_shown.after := null; end if;
    v_event := case when v_is_visible then app.event_json(v_shown) end;
    v_new := null;
    v_old := null;
    if v_row.resource_type = 'object' and p_filters <> '[]' then
      v_new := app.journal_object(p_tenant, v_row.object_type_id,
        coalesce(app.journal_after(v_row), v_row.before)::jsonb);
      if v_was_visible then
        v_old := app.journal_object(p_tenant, v_row.object_type_id, app.journal_before(v_row));
      end if;
    end if;
    v_verdicts := '{}';
    for i in 1 .. cardinality(v_filters) loop
      v_verdicts := v_verdicts || case
        when v_types[i] is null then
          case when v_is_visible and app.json_filter_holds(v_filters[i], v_event::jsonb)
            then 's' else 'n' end
        when v_new.id is null or v_types[i] <> v_row.object_type_id then 'n'
        when v_is_visible and coalesce(app.filter_holds(v_filters[i], v_new), false) then 's'
        when v_old.id is not null and coalesce(app.filter_holds(v_filters[i], v_old), false)
          then 'r'
        else 'n' end;
    end loop;
    v_answers := v_answers || json_build_object('seq', app.seq(v_row.xid, v_row.id),
      'verdict', case when v_is_visible then 's' when v_was_visible then 'r' else 'n' end,
      'filters', v_verdicts,
      'keys', case when v_row.resource_type = 'file' then app.realtime_keys(v_shown) end,
      'row', case when p_has_events and (v_is_visible or v_was_visible)
        then app.realtime_row(v_shown, 'all') end,
      'event', case when v_is_visible and (v_shown.before is null and v_row.before is not null
          or app.journal_error_is_hidden(v_sight, v_row)) then v_event::text end);
  end loop;
  return to_json(v_answers);
end $$;
comment on function app.realtime_judged is
  'Rows of the journal as the caller may see them: [{seq, verdict, filters, keys, row, event}], each '
  'verdict "s" shown, "r" removed from view by this change, "n" none of theirs; filters is the '
  'verdict of each of p_filters. keys are what they may hear it under (app.realtime_keys), where that '
  'is not the same for all: no folder in which they do not see the file. event is there where it '
  'differs from that of others; row with p_has_events';
