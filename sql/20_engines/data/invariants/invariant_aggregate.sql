create or replace function app.invariant_aggregate(
  p_tenant text, p_type_id text, p_operand jsonb, p_object_id text, p_key jsonb)
returns jsonb
-- Its plan is always by ids. PostgreSQL would make one for every group: most of the time that it takes.
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  v_of jsonb := p_operand->'of';
  v_does text := p_operand->>'does';
  v_property text := p_operand->>'property';
  v_data_type text := p_operand->>'type';
  v_other text := v_of->>'type_id';
  v_ids text[] := app.invariant_ids(p_tenant, p_type_id, v_of, p_object_id, p_key);
  v_filter app.filter := jsonb_populate_record(null::app.filter, v_of->'filter');
  v_match jsonb := app.invariant_match(v_of->'by', p_key);
  v_found record;
begin
  if cardinality(v_ids) > 10000 then return '{"too_many": true}'; end if;
  select count(*) as count, sum(app.value_amount(s.value)) as sum, avg(app.value_amount(s.value)) as avg,
    min(app.value_amount(s.value)) as min, max(app.value_amount(s.value)) as max,
    min(s.value #>> '{}' collate "C") as first, max(s.value #>> '{}' collate "C") as last,
    max(nullif(app.value_currency(s.value), '')) as currency,
    min(nullif(app.value_currency(s.value), '')) <> max(nullif(app.value_currency(s.value), '')) as is_mixed
  into v_found
  from (
    select app.index_value(v_data_type, o.properties->v_property) as value from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = v_other and o.id = any (v_ids) and not o.is_deleted
      and o.properties @> v_match
      and case when v_filter.condition is null then true else app.filter_holds(v_filter, row(o.*)::app.objects) end offset 0) s;
  if v_does = 'count' then return to_jsonb(v_found.count); end if;
  if p_operand->>'kind' = 'moment' then return to_jsonb(case v_does when 'min' then v_found.first else v_found.last end); end if;
  if v_found.is_mixed then return '{"mixed": true}'; end if;
  return app.money_json(case v_does when 'sum' then coalesce(v_found.sum, 0) when 'avg' then v_found.avg when 'min' then v_found.min
    else v_found.max end, coalesce(v_found.currency, ''));
end $$;
comment on function app.invariant_aggregate is
  'The result of an aggregate of a rule: a number, an amount, a text of a date, null for nothing; {mixed} for amounts of several currencies, '
  '{too_many} beyond 10,000 objects. It sees all live objects, whatever policies hide';
