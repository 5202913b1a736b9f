create or replace function app.associations_count(
  p_type app.object_types, p_id text, p_direction text, p_name text, p_most integer,
  p_policies jsonb)
returns integer
language plpgsql stable as $$
declare
  v_is_out boolean := p_direction <> 'incoming';
  v_is_in boolean := p_direction <> 'outgoing';
  v_is_named boolean := p_name is not null;
  v_names text[] := app.association_names(p_type.tenant_id, p_name);
begin
  return (
    select count(*) from (
      select 1 from (
        select 1 from app.associations a
        where v_is_out and not v_is_named
          and a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id and a.from_id = p_id
          and not a.is_hidden
          and (p_policies is null or app.policies_show(p_policies, a.tenant_id, a.to_type_id, a.to_id))
        union all
        select 1 from app.associations a
        where v_is_out and v_is_named
          and a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id and a.from_id = p_id
          and a.association_type = p_name and not a.is_hidden
          and (p_policies is null or app.policies_show(p_policies, a.tenant_id, a.to_type_id, a.to_id))
        union all
        select 1 from app.associations a
        where v_is_in and not v_is_named
          and a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id and a.to_id = p_id
          and not a.is_hidden
          and (p_policies is null or app.policies_show(p_policies, a.tenant_id, a.from_type_id, a.from_id))
        union all
        select 1 from unnest(v_names) n(name) cross join lateral (
          select 1 from app.associations a
          where v_is_in and v_is_named
            and a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id and a.to_id = p_id
            and a.association_type = n.name and not a.is_hidden
          and (p_policies is null or app.policies_show(p_policies, a.tenant_id, a.from_type_id, a.from_id))
          offset 0) a) u
      limit p_most) counted);
end $$;
comment on function app.associations_count is
  'How many associations app.associations_find would find in all pages; counts no further '
  'than p_most';
