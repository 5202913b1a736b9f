create or replace function app.csv_cell(p_text text)
returns text
language sql immutable as $$
  select case
    -- Nearly all texts: they begin with a letter or a digit, and hold nothing that needs quotes.
    when ascii(p_text) between 48 and 122 and ascii(p_text) not in (61, 64)
      and p_text !~ '[",\r\n]' then p_text
    else app.csv_cell_hard(p_text) end
$$;
comment on function app.csv_cell is
  'A text as a cell of CSV (RFC 4180) that no spreadsheet runs as a formula';
