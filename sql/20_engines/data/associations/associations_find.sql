create or replace function app.associations_find(
  p_type app.object_types, p_id text, p_direction text, p_name text, p_after text,
  p_limit integer, p_policies jsonb)
returns app.associations[]
language plpgsql stable as $$
declare
  v_is_out boolean := p_direction <> 'incoming';
  v_is_in boolean := p_direction <> 'outgoing';
  v_is_named boolean := p_name is not null;
  v_names text[] := app.association_names(p_type.tenant_id, p_name);
  v_after text := coalesce(p_after, '~');
begin
  -- Each part is walked along an index of its own, or not at all.
  return array(
    select u.a from (
      (select row(a.*)::app.associations as a from app.associations a
       where v_is_out and not v_is_named
         and a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id and a.from_id = p_id
         and a.id < v_after and not a.is_hidden
         and (p_policies is null or app.policies_show(p_policies, a.tenant_id, a.to_type_id, a.to_id))
       order by a.id desc limit p_limit)
      union all
      (select row(a.*)::app.associations as a from app.associations a
       where v_is_out and v_is_named
         and a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id and a.from_id = p_id
         and a.association_type = p_name and a.id < v_after and not a.is_hidden
         and (p_policies is null or app.policies_show(p_policies, a.tenant_id, a.to_type_id, a.to_id))
       order by a.id desc limit p_limit)
      union all
      (select row(a.*)::app.associations as a from app.associations a
       where v_is_in and not v_is_named
         and a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id and a.to_id = p_id
         and a.id < v_after and not a.is_hidden
         and (p_policies is null or app.policies_show(p_policies, a.tenant_id, a.from_type_id, a.from_id))
       order by a.id desc limit p_limit)
      union all
      select x.a from unnest(v_names) n(name) cross join lateral (
        select row(a.*)::app.associations as a from app.associations a
        where v_is_in and v_is_named
          and a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id and a.to_id = p_id
          and a.association_type = n.name and a.id < v_after and not a.is_hidden
         and (p_policies is null or app.policies_show(p_policies, a.tenant_id, a.from_type_id, a.from_id))
        order by a.id desc limit p_limit) x) u
    order by (u.a).id desc limit p_limit);
end $$;
comment on function app.associations_find is
  'A page of the visible associations of an object, newest first: outgoing, incoming or both, '
  'of one type (also by its inverse name, for incoming ones) or all; without those whose other end '
  'policies hide (p_policies of app.policies_of_caller)';
