create or replace function app.ids_again(p_tenant text, p_id text)
returns jsonb
language plpgsql stable as $$
begin
  if p_id ~ '^[a-z]+_[0-9a-f]{32}$' and not app.id_is_held(p_tenant, p_id)
    -- A type that had policies or was private gets another one: the journal still hides the objects of the old one.
    and not exists (select 1 from app.policies_gone g where g.tenant_id = p_tenant and g.object_type_id = p_id) then
    return jsonb_build_object(split_part(p_id, '_', 1), p_id);
  end if;
  return '{}';
end $$;
comment on function app.ids_again is
  'The id that a record of the configuration had, by its prefix, where it can have it again; {} where another one has it';
