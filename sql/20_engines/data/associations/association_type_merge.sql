create or replace function app.association_type_merge(p_rule app.association_types, args jsonb)
returns app.association_types
language plpgsql stable as $$
begin
  if args ? 'from_type' then
    p_rule.from_type_id := case when args->>'from_type' is not null
      then (app.object_type_find(p_rule.tenant_id, args->>'from_type')).id end;
  end if;
  if args ? 'to_type' then
    p_rule.to_type_id := case when args->>'to_type' is not null
      then (app.object_type_find(p_rule.tenant_id, args->>'to_type')).id end;
  end if;
  if args ? 'inverse_name' then p_rule.inverse_name := args->>'inverse_name'; end if;
  if args ? 'max' then p_rule.max := args->>'max'; end if;
  p_rule.cardinality := coalesce(args->>'cardinality', p_rule.cardinality, 'many');
  p_rule.on_delete := coalesce(args->>'on_delete', p_rule.on_delete, 'detach');
  if p_rule.cardinality = 'one' and p_rule.max > 1 then
    perform app.invalid('max', 'too_big', 'must be 1 or null when the cardinality is one');
  end if;
  return p_rule;
end $$;
comment on function app.association_type_merge is
  'Returns an association type with what a request sets; 404 for an object type that does not '
  'exist';
