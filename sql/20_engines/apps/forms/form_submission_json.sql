create or replace function app.form_submission_json(p_submission app.form_submissions)
returns json
language sql stable as $$
  select json_build_object('id', p_submission.id, 'form_id', p_submission.form_id,
    'data', p_submission.data, 'object_id', p_submission.object_id,
    'status', p_submission.status, 'error', p_submission.error, 'ip', p_submission.ip,
    'user_agent', p_submission.user_agent, 'referrer', p_submission.referrer,
    'utm', p_submission.utm, 'created_at', p_submission.created_at)
$$;
comment on function app.form_submission_json is 'A submission as the API shows it';
