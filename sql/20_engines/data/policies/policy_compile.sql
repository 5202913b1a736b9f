create or replace function app.policy_compile(
  p_type app.object_types, p_filters jsonb, p_is_deny boolean, inout p_part app.filter_part,
  out p_compiled jsonb)
language plpgsql stable as $$
declare v_part app.filter_part := p_part;
begin
  if coalesce(p_filters, 'null') in ('null', '[]') then
    p_compiled := '{"text": "(1 == 1)", "terms": []}';
  else
    begin
      v_part.terms := '{}';
      v_part.leaves := 0;
      v_part.is_policy := true;
      v_part := app.filter_node(p_type, p_filters, 'condition_json', 1, false, true, v_part);
      if not v_part.is_policy then
        p_compiled := jsonb_build_object('dynamic', p_filters);
        return;
      end if;
      v_part.externals := app.regex_closed(
        v_part.externals, cardinality(p_part.externals) + 1, p_is_deny);
      p_part := v_part;
      p_compiled := jsonb_strip_nulls(jsonb_build_object('text', v_part.condition,
        'terms', v_part.terms, 'all_but', app.policy_all_but(p_type, p_filters)));
    exception when others then
      if sqlstate !~ '^(PT4|22)' then raise; end if;
      -- Fails closed: what it names is gone.
      p_compiled := case when p_is_deny then '{"text": "(1 == 1)", "terms": []}'
        else '{"text": "(1 == 0)", "terms": [{"ids": []}]}' end::jsonb;
    end;
  end if;
  if p_is_deny then
    p_compiled := jsonb_build_object('text', app.filter_negate(true, p_compiled->>'text'));
  end if;
end $$;
comment on function app.policy_compile is
  'A condition of a policy as {text, terms, all_but?} (of a deny its complement), variables and '
  'questions added to p_part, or {dynamic} when it has to be compiled for each caller. One that does not '
  'compile any more allows nothing, or denies everything';
