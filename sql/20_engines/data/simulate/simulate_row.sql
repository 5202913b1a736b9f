create or replace function app.simulate_row(
  p_named app.policies, p_is_for boolean, p_filters app.filter[], p_leaves jsonb,
  p_alone app.filter[], p_deny_ids text[], p_denies app.filter[], p_object app.objects,
  p_default text, p_index integer, out was_allowed boolean, out is_allowed boolean, out result json)
language plpgsql stable as $$
declare
  v_matched boolean;
  v_paths jsonb;
  v_words text;
  v_denied text;
  v_reason text;
begin
  was_allowed := coalesce(app.filter_holds(p_filters[1], p_object), false);
  is_allowed := coalesce(app.filter_holds(p_filters[2], p_object), false);
  if p_named.id is not null then
    v_matched := p_is_for and coalesce(app.filter_holds(p_filters[3], p_object), false);
    if not p_is_for then
      v_paths := '["role"]';
      v_words := format('the caller does not have the role %s', p_named.role);
    elsif not v_matched then
      select f.paths, f.reason into v_paths, v_words
      from app.simulate_failed(p_leaves, p_alone, p_object) f;
    end if;
  end if;
  if not is_allowed then
    v_denied := (
      select p_deny_ids[n] from generate_subscripts(p_denies, 1) n
      where app.filter_holds(p_denies[n], p_object) is not true order by n limit 1);
    v_reason := case
      when v_denied = p_named.id then coalesce('denied by ' || p_named.name, 'denied by this policy')
      when v_denied is not null then 'denied by ' || v_denied
      when p_named.effect = 'allow' and v_words is not null then v_words
      else p_default end;
  end if;
  result := json_strip_nulls(json_build_object('index', p_index, 'id', p_object.id,
    'allowed', is_allowed, 'matched', coalesce(v_matched, is_allowed),
    'failed_conditions', v_paths, 'reason', v_reason));
end $$;
comment on function app.simulate_row is
  'Returns the result of a simulation for one row: p_filters are the policies as they are, as '
  'they are wanted, and the condition of the one that is tried; p_leaves and p_alone its single '
  'conditions, p_denies what would deny';
