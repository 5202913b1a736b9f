create or replace function app.question_key(p_tenant text, p_object_type text, p_updated_at timestamptz)
returns text
language sql stable as $$
  select md5(concat(p_updated_at, (
    select concat(t.updated_at, t.user_access, t.policies, t.definition) from app.object_types t
    where t.tenant_id = p_tenant and t.id = p_object_type),
    app.principal() - '{request_id,ip,user_agent,session_id,causation_depth,root,uncounted}'::text[]))
$$;
comment on function app.question_key is
  'What the answer to a question depends on beside the objects: the caller with all of their rights, the object type with its '
  'policies, and the question itself. Answers under one key may be shown again for a moment';
