create or replace function app.restore_look_json(p_id text)
returns json
language plpgsql stable as $$
declare v_restore app.restores;
begin
  select * into v_restore from app.restores r where r.id = p_id;
  return json_build_object('restore', app.restore_json(v_restore), 'step', v_restore.options->'step',
    'refusal', v_restore.options->'refusal');
end $$;
comment on function app.restore_look_json is
  'A restore, whether it is known what it changes (its step), and the error that it was refused with';
