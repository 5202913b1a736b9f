create or replace function app.question_key(p_tenant text, p_question jsonb, p_updated_at timestamptz)
returns text
language sql stable as $$
  select md5(concat(p_updated_at, (
    -- A statement names any types, and a condition along associations those at their other ends.
    select string_agg(concat(t.updated_at, t.user_access, t.policies, t.definition), ' ' order by t.id)
    from app.object_types t
    where t.tenant_id = p_tenant and (t.id = p_question->>'object_type_id'
      or p_question ? 'sql' or p_question @? '$.**.association')),
    app.principal() - '{request_id,ip,user_agent,session_id,causation_depth,root,uncounted}'::text[]))
$$;
comment on function app.question_key is
  'Returns everything that the answer to a question depends on besides the objects: the caller '
  'with all of their rights, the object types that it may look at with their policies, and the '
  'question itself. Answers under one key may be shown again for a moment';
