create or replace function app.aggregate_measure(p_fn text, p_field jsonb, p_alias text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('sql', format('%s(%s)', case
      when p_field->>'kind' <> 'boolean' then p_fn
      when p_fn = 'min' then 'bool_and' else 'bool_or' end, p_field->>'typed'))
    || case
      when p_field->>'kind' in ('number', 'json') then
        jsonb_build_object('answer', format('trim_scale(%s)', p_alias))
      when p_field->>'type' = 'datetime' then
        jsonb_build_object('answer', format('app.moment_text(%s)', p_alias))
      when p_field->>'kind' = 'money' then jsonb_build_object(
        'answer', format('app.money_json(%1$s, %1$s_low)', p_alias),
        'order', array[format('%s_low collate "C"', p_alias), p_alias],
        'currency', format('min(%1$s) as %2$s_low, max(%1$s) as %2$s_high',
          format('app.value_currency(%s)', p_field->>'value'), p_alias))
      else '{}' end
$$;
comment on function app.aggregate_measure is
  'How sum, avg, min or max of a field (app.aggregate_field) is calculated, shown and ordered; of '
  'money with its lowest and highest currency, which must be one';
