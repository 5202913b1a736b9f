create or replace function app.undo_each(
  p_step text, p_type app.object_types, p_tx xid8, p_ids text[], p_versions integer[])
returns jsonb
language plpgsql volatile as $$
declare
  v_conflicts jsonb := '[]';
  v_ids text[];
  v_versions integer[];
begin
  for v_from in 1 .. cardinality(p_ids) by 200 loop
    v_ids := p_ids[v_from : v_from + 199];
    v_versions := p_versions[v_from : v_from + 199];
    v_conflicts := v_conflicts || case p_step
      when 'check' then app.undo_stale(p_type, p_tx, v_ids, v_versions)
      else app.undo_save(p_type, p_tx, p_step, v_ids, v_versions) end;
  end loop;
  return v_conflicts;
end $$;
comment on function app.undo_each is
  'A step of an undo (check, delete, update or restore) for its objects, some hundred at a time: '
  'what the engines do with a batch grows with its square';
