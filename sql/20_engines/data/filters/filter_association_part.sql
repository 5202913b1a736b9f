create or replace function app.filter_association_part(
  p_other app.object_types, p_filters jsonb, p_path text, p_depth integer,
  p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  v_part app.filter_part;
  v_policy text;
begin
  if p_part.is_policy is null and app.type_is_guarded(p_other.policies, p_other.user_access) then
    v_part := app.policy_part(p_other, 'select', p_is_served => true);
    v_policy := v_part.condition;
  end if;
  if v_policy is null then
    v_part := row(null, '{}', '{}', '{}', 0, p_part.is_policy, null)::app.filter_part;
  end if;
  v_part.leaves := p_part.leaves;
  if p_filters is null or p_filters = '{}' then return v_part; end if;
  v_part := app.filter_group(p_other, 'and', case jsonb_typeof(p_filters)
      when 'object' then jsonb_build_array(p_filters) else p_filters end,
    p_path || '.filters', p_depth, false, true, v_part);
  if v_policy is not null then
    v_part.condition := format('(%s && %s)', v_policy, v_part.condition);
  end if;
  return v_part;
end $$;
comment on function app.filter_association_part is
  'The filter at the other end of an association, within what policies show the caller there; '
  'without a condition when any object will do';
