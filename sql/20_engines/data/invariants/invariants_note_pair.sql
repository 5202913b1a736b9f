create or replace function app.invariants_note_pair(p_key app.associations)
returns void
language plpgsql volatile as $$
declare
  v_noted text := jsonb_build_object('type', p_key.from_type_id, 'ids', array[p_key.from_id::text])::text || E'\n'
    || jsonb_build_object('type', p_key.to_type_id, 'ids', array[p_key.to_id::text])::text || E'\n';
begin
  v_noted := set_config('app.invariants', concat(current_setting('app.invariants', true), v_noted), true);
end $$;
comment on function app.invariants_note_pair is
  'Notes both ends of an association that is made or removed, where one of them has a type with rules, for app.invariants_settle';
