create or replace function app.manifest_without_policies(p_manifest jsonb)
returns jsonb
language sql immutable as $$
  select p_manifest - 'policies' || case
    when jsonb_typeof(p_manifest->'object_types') = 'array' then jsonb_build_object('object_types', (
      select coalesce(json_agg(t - 'policies' order by n)::jsonb, '[]')
      from jsonb_array_elements(p_manifest->'object_types') with ordinality u(t, n)))
    else '{}' end
$$;
comment on function app.manifest_without_policies is
  'The manifest of a plugin for those who may not read policies, whose conditions hold values';
