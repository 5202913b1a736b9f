create or replace function app.csv_cell_hard(p_text text)
returns text
language sql immutable as $$
  select case when guarded.text = '' or guarded.text ~ '[",\r\n]'
    then '"' || replace(guarded.text, '"', '""') || '"' else guarded.text end
  from (
    -- As src/tools/tables/formula-guard.ts has it, with what JavaScript takes for a space.
    select case when p_text ~ ('^[''"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f'
      '\u3000\ufeff]*[-=+@\t\r\uff1d\uff0b\uff0d\uff20]')
      then '''' || p_text else p_text end as text
    offset 0) guarded
$$;
comment on function app.csv_cell_hard is
  'app.csv_cell for any text: a quote before what a spreadsheet would run, double quotes around '
  'an empty text and around what holds commas, quotes or ends of lines';
