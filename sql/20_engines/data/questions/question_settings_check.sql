create or replace function app.question_settings_check(p_kind text, p_config jsonb)
returns void
language plpgsql immutable as $$
declare
  v_known constant text[] := app.question_settings(p_kind, p_config);
  v_ignored text := (
    select min(k) from jsonb_object_keys(p_config) k where not k = any (v_known));
begin
  if v_ignored is not null then
    perform app.invalid('config_json.' || v_ignored, 'not_used', format('would change nothing of %s%s, which takes %s',
      case when p_kind ~ '^[aeiou]' then 'an ' else 'a ' end || p_kind,
      case when p_config ? 'sql' and p_kind <> 'sql' then ' with sql'
        when p_kind = 'table' and app.question_counts(p_kind, p_config) then ' of figures'
        when p_kind = 'table' then ' of objects' else '' end,
      array_to_string(v_known, ', ')));
  elsif p_config ?& '{metric,metrics}' then
    perform app.invalid('config_json.metric', 'not_used', 'would change nothing beside metrics: name all of them there');
  end if;
end $$;
comment on function app.question_settings_check is
  'Refuses a question that names a setting which nothing of its answer depends on, 400 with its name. What was saved before '
  'is still answered';
