create or replace function app.form_principal(p_form app.forms)
returns jsonb
language sql stable as $$
  select app.principal_of_event(p_form.tenant_id, p_form.actor,
      jsonb_build_object('type', 'form', 'id', p_form.id),
      coalesce((v->>'causation_depth')::integer, 0), app.authors_all(p_form.authors))
    || jsonb_strip_nulls(jsonb_build_object('request_id', v->'request_id', 'ip', v->'ip',
      'user_agent', v->'user_agent', 'root', v->'root'))
  from app.principal() v
$$;
comment on function app.form_principal is
  'Returns the principal that creates the object of a submission: the author of the form with '
  'their current rights, and no more than each author of a part; null when one of them may no '
  'longer act';
