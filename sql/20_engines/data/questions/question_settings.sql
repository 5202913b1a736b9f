create or replace function app.question_settings(p_kind text, p_config jsonb)
returns text[]
language sql immutable as $$
  select case
    when p_kind = 'text' then '{text}'::text[]
    when p_config ? 'sql' then '{sql}'
    when p_kind = 'sql' then '{sql}'
    when p_kind = 'funnel' then '{object_type_id,filters,query,steps}'
    when p_kind = 'metric' then '{object_type_id,filters,query,metric,metrics,compare_to}'
    when p_kind = 'pivot' then
      '{object_type_id,filters,query,metric,metrics,rows,columns,interval,timezone,sort,order,limit}'
    when app.question_counts(p_kind, p_config) then
      '{object_type_id,filters,query,metric,metrics,group_by,interval,timezone,sort,order,limit}'::text[]
      || case when p_kind = 'table' then '{}'::text[] else '{compare_to}' end
      || case when p_kind in ('line', 'area') and p_config ? 'interval' then '{missing}'::text[] else '{}' end
    else '{object_type_id,filters,query,columns,sort,order,limit}' end
$$;
comment on function app.question_settings is
  'The settings that the answer to a question depends on, by its kind: everything else that it might name is refused';
