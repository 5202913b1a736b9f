create or replace function app.invariant_overlap(
  p_type app.object_types, p_overlap jsonb, p_is_strict boolean)
returns jsonb
language plpgsql stable as $$
declare
  v_from jsonb;
  v_to jsonb;
begin
  perform app.invariant_members_check(p_overlap, '{from,to,group_by}', '{bounds}', 'rule.no_overlap');
  if not coalesce(p_overlap->>'bounds', '[)') = any ('{[),[]}') then
    perform app.invalid('rule.no_overlap.bounds', 'invalid_enum', 'must be [) or []');
  end if;
  v_from := app.invariant_property(p_type, p_overlap->>'from', 'rule.no_overlap.from');
  v_to := app.invariant_property(p_type, p_overlap->>'to', 'rule.no_overlap.to');
  if not v_from->>'kind' in ('number', 'moment') then
    perform app.invalid('rule.no_overlap.from', 'not_comparable', 'must be a number or a date');
  elsif v_from->>'kind' <> v_to->>'kind' or v_from->>'kind' = 'moment' and v_from->>'type' <> v_to->>'type' then
    perform app.invalid('rule.no_overlap.to', 'not_comparable', 'must be a ' || (v_from->>'type') || ', as from is');
  end if;
  return app.invariant_by(p_type, p_overlap->'group_by', 'rule.no_overlap.group_by', p_is_strict)
    || jsonb_build_object('from', v_from->'property', 'to', v_to->'property', 'kind', v_from->'kind',
      'is_closed', coalesce(p_overlap->>'bounds', '[)') = '[]');
end $$;
comment on function app.invariant_overlap is
  'A rule that intervals do not overlap, checked: {by, ids, types, from, to, kind, is_closed}; 400 names the place of what does not fit';
