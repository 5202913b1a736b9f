create or replace function app.index_is_after(p_one jsonb, p_other jsonb)
returns boolean
language sql immutable as $$
  select ((p_one->>0) collate "C", (p_one->>1)::double precision)
    > ((p_other->>0) collate "C", (p_other->>1)::double precision)
$$;
comment on function app.index_is_after is
  'Whether one place in app.object_index, [text, number], comes after another';
