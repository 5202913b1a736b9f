create or replace function app.journal_before(p_row app.journal)
returns jsonb
language plpgsql stable as $$
declare
  v_after jsonb := app.journal_after(p_row);
  v_before jsonb := p_row.before;
begin
  -- The part that the journal keeps, and the part that did not change.
  return v_after || v_before || jsonb_build_object('properties', jsonb_strip_nulls(
    (v_after->'properties') - coalesce(p_row.changed, '{}') || (v_before->'properties')));
end $$;
comment on function app.journal_before is
  'An object as it was before the change that a row of the journal tells; null where there was none, '
  'or is none any more';
