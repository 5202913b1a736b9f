create or replace function app.search_is_direct(p_property jsonb, p_name text, p_node jsonb)
returns boolean
language sql stable as $$
  select coalesce(p_node - '{property,operator,value}'::text[] = '{}'
    and p_node->>'property' = p_name and length(p_node->>'value') <= 200
    and p_node->>'value' not like '$%'
    and (p_node->>'operator' = 'eq'
      or p_node->>'operator' in ('gt', 'gte', 'lt', 'lte') and p_property->>'type' <> 'boolean')
    and case p_property->>'type'
      when 'string' then jsonb_typeof(p_node->'value') = 'string'
      when 'number' then jsonb_typeof(p_node->'value') = 'number'
      else p_property->>'type'
          = any ('{integer,float,percent,rating,boolean,enum,slug,date,time,datetime}')
        and app.property_value(p_property, p_node->'value') = p_node->'value' end, false)
$$;
comment on function app.search_is_direct is
  'Whether a node of a filter compares one indexed property with a value that is as the property '
  'holds it: no variable, and short enough to be whole in the index. What is anything else is '
  'checked, and refused, by app.compile_filter';
