create or replace function app.export_check(p_type app.object_types, args jsonb)
returns void
language plpgsql stable as $$
declare v_unknown text;
begin
  if args->'include' ? 'files' then perform app.permission_check('files:read'); end if;
  if p_type.is_strict and args ? 'properties' then
    select p into v_unknown from jsonb_array_elements_text(args->'properties') p
    where not p_type.definition ? p limit 1;
    if v_unknown is not null then
      perform app.fail(400, 'UNKNOWN_PROPERTY',
        format('properties contains %s, which %s does not define%s', left(v_unknown, 100), p_type.name,
          coalesce(nullif(app.nearest_hint(v_unknown, p_type.names), ''), '.')), null, 'properties');
    end if;
  end if;
  if args @> '{"include_deleted":true}' and app.sort_check(p_type, args->>'sort') <> 'id' then
    perform app.invalid('sort', 'include_deleted',
      'objects in the trash can only be listed in the order of their creation: leave sort out, or '
      'include_deleted');
  end if;
end $$;
comment on function app.export_check is
  '400 for what an export cannot show, 403 for what the caller may not read';
