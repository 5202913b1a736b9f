create or replace function app.policy_external(p_external jsonb, p_principal jsonb)
returns jsonb
language plpgsql stable as $$
declare v_filter jsonb := p_external->'filter';
begin
  if v_filter is null then return p_external; end if;
  return p_external || jsonb_build_object('filter', v_filter || jsonb_build_object(
    'variables', v_filter->'variables' || jsonb_build_object('auth', p_principal),
    'terms', (
      select coalesce(json_agg(app.policy_term(t, p_principal) order by n)::jsonb, '[]')
      from jsonb_array_elements(v_filter->'terms') with ordinality e(t, n)),
    'externals', (
      select coalesce(json_agg(app.policy_external(x, p_principal) order by n)::jsonb, '[]')
      from jsonb_array_elements(v_filter->'externals') with ordinality e(x, n))));
end $$;
comment on function app.policy_external is
  'A question about associations in a policy, with $auth standing for this caller';
