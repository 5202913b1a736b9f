create or replace function app.filter_question_price(p_external jsonb)
returns double precision
language plpgsql stable as $$
declare v_filter app.filter;
begin
  if p_external ? 'association' then
    if p_external->'filter' is null then return 28; end if;
    v_filter := jsonb_populate_record(null::app.filter, p_external->'filter');
    v_filter.asked := jsonb_build_object('leaves', 1, 'text', v_filter.condition, 'externals', 0);
    return 22 + 0.005 * length(p_external::text) + 4 * (1.5 + app.filter_price(v_filter));
  end if;
  return case
    when p_external->>'test' = 'regex' then 10
    when p_external ? 'test' then 4
    when p_external ? 'property' then 15
    when p_external ? 'matches' then 20
    else 4 end;
end $$;
comment on function app.filter_question_price is
  'Returns the cost of one question of a filter about one object, in microseconds; an object is '
  'taken to have four associations of a name';
