create or replace function app.journal_actor(p_principal jsonb)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'type', p_principal->'type', 'id', p_principal->'id', 'email', p_principal->'email')
    || case when p_principal ? 'by' then jsonb_build_object('by', p_principal->'by')
      else '{}' end
$$;
comment on function app.journal_actor is 'Who did it, as the journal keeps it: {type, id, email}, and by whom when somebody looked '
  'through his eyes (?as_user=)';
