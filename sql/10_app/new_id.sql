create or replace function app.new_id(p_prefix text)
returns text
language sql volatile as $$
  select p_prefix || '_' || replace(uuidv7()::text, '-', '')
$$;
comment on function app.new_id is
  '<prefix>_<32 hex digits of a uuidv7>; ids of one backend only ever grow';
