create or replace function app.invariants_note_ends(p_tenant text, p_ids text[])
returns void
language plpgsql volatile as $$
declare v_noted text;
begin
  select string_agg(jsonb_build_object('type', e.type_id, 'ids', e.ids)::text || E'\n', '') into v_noted
  from (
    select s.type_id, array_agg(distinct s.id) as ids
    from app.associations a cross join lateral (values
      (a.from_type_id::text, a.from_id::text), (a.to_type_id::text, a.to_id::text)) s(type_id, id)
    where a.tenant_id = p_tenant and a.id = any (p_ids) and not a.is_hidden
    group by s.type_id) e;
  v_noted := set_config('app.invariants', concat(current_setting('app.invariants', true), v_noted), true);
end $$;
comment on function app.invariants_note_ends is
  'Notes both ends of associations that are removed, where one of them has a type with rules, for app.invariants_settle';
