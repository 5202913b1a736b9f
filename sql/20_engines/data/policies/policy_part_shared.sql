create or replace function app.policy_part_shared(
  p_type app.object_types, p_action text, p_member text, p_is_served boolean)
returns app.filter_part
language plpgsql stable as $$
declare
  v_own jsonb := app.principal();
  v_party jsonb;
  v_one app.filter_part;
  v_part app.filter_part;
  v_done text;
begin
  for v_party in select app.parties() loop
    v_done := app.act_as(v_party);
    v_one := app.policy_part(p_type, p_action, p_member, p_is_served);
    continue when v_one.condition is null;
    if v_part.condition is null then
      v_part := v_one;
    else
      v_part.condition := format(
        '(%s && $x[%s] == true)', v_part.condition, cardinality(v_part.externals));
      v_part.externals := v_part.externals || jsonb_build_object('also', app.filter_json(v_one));
    end if;
  end loop;
  v_done := app.act_back(v_own);
  return v_part;
end $$;
comment on function app.policy_part_shared is
  'app.policy_part of a run that several have written: what the policies let each of them do. The '
  'conditions of all but one are asked as questions of each row, with $auth standing for its own';
