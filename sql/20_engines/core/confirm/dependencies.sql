create or replace function app.dependencies(p_counts app.dependency[])
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(jsonb_build_object('type', d.type, 'count', d.count,
    'label', d.count || ' ' || case
      when d.count = 1 then replace(d.type, '_', ' ')
      when d.type ~ 'x$' then replace(d.type, '_', ' ') || 'es'
      when d.type ~ '[^aeiou]y$' then regexp_replace(replace(d.type, '_', ' '), 'y$', 'ies')
      else replace(d.type, '_', ' ') || 's' end))::jsonb, '[]')
  from unnest(p_counts) d where d.count > 0
$$;
comment on function app.dependencies is
  'Counts of dependents as [{type, count, label}], without the zeros';
