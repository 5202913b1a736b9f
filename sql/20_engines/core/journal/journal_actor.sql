create or replace function app.journal_actor(p_principal jsonb)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'type', p_principal->'type', 'id', p_principal->'id', 'email', p_principal->'email')
    || case when p_principal ? 'by' then jsonb_build_object('by', p_principal->'by')
      else '{}' end
    || case when p_principal ? 'label' then jsonb_build_object('label', p_principal->'label')
      else '{}' end
    || case when p_principal ? 'act' then jsonb_build_object('act', p_principal->'act')
      else '{}' end
    || case when p_principal ? 'meta' then jsonb_build_object('meta', p_principal->'meta')
      else '{}' end
    || case when p_principal ? 'limits' then jsonb_build_object('also', jsonb_path_query_array(
        app.actors(p_principal), '$[*] ? (@.id != $id)',
        jsonb_build_object('id', p_principal->'id')))
      else '{}' end
$$;
comment on function app.journal_actor is
  'Returns the actor as the journal keeps it: {type, id, email, by, label, act, meta, also}: act, of a session in which an operator impersonates the user; label, of a '
  'platform key; by, when someone looked through their eyes (?as_user=) or something acts as them; meta, of a change that the operator applies; also, of a run, its other '
  'authors: [{type, id}], beyond whose rights it could not go';
