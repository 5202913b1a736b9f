create or replace function app.suppression_json(p_suppression app.email_suppressions)
returns json
language sql stable as $$
  select json_build_object('address', p_suppression.address, 'reason', p_suppression.reason,
    'email_id', p_suppression.message_id, 'created_at', p_suppression.created_at)
$$;
comment on function app.suppression_json is 'A suppressed address as the API shows it';
