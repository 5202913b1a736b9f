create or replace function app.index_cut(p_text text)
returns text
language sql immutable as $$
  select case when length(p_text) <= 256 then p_text
    else left(p_text, 256) || '#' || md5(p_text) end
$$;
comment on function app.index_cut is
  'A text short enough for a b-tree: long ones keep 256 characters and a hash, '
  'so that equality stays exact';
