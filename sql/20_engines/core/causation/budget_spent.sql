create or replace function app.budget_spent(p_what text, p_max integer)
returns text
language sql immutable as $$
  select format('A single cause may lead to at most %s %s, and this one has reached that limit. '
    'Look for automations, functions and webhooks that trigger each '
    'other.', p_max, case p_what when 'calls' then 'calls to other servers'
      when 'runs' then 'further runs' when 'mails' then 'messages' else 'writes' end)
$$;
comment on function app.budget_spent is
  'Returns, in words, why something beyond the budget of its root was not done';
