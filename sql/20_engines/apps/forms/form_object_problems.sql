create or replace function app.form_object_problems(p_form app.forms, p_detail jsonb)
returns jsonb[]
language sql immutable as $$
  select case
    when p_detail->>'code' = 'VALIDATION_ERROR' then (
      select case when bool_and(f.name is not null)
        then array_agg(app.form_problem(f.name, d->>'code', d->>'message')) end
      from jsonb_array_elements(p_detail->'details') d
      left join lateral (
        select f->>'name' as name from jsonb_array_elements(p_form.fields) f
        where 'properties.' || (f->>'property') = d->>'path' limit 1) f on true)
    when p_detail->>'code' = 'UNIQUE_VIOLATION' then (
      -- Nothing of the object that has the value.
      select array_agg(app.form_problem(f->>'name', 'taken', 'has been given already'))
      from jsonb_array_elements(p_form.fields) f
      where f->>'property' = p_detail #>> '{details,property}') end
$$;
comment on function app.form_object_problems is
  'The fields of a form that an error of its object is about, {code, details}; null where the visitor could not mend it';
