create or replace function app.form_submission_count(p_form app.forms)
returns bigint
language sql stable as $$
  select coalesce(sum((c.counts->>'submission')::bigint), 0)::bigint
  from app.form_counts c where c.tenant_id = p_form.tenant_id and c.form_id = p_form.id
$$;
comment on function app.form_submission_count is 'How many submissions of a form were received, without spam';
