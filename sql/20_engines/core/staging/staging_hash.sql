create or replace function app.staging_hash(p_hash text)
returns text
language plpgsql immutable as $$
begin
  -- A hash says what checking it costs. Ours take 19 MB and two passes.
  if p_hash ~ '\$' and p_hash !~ '^\$argon2id\$v=19\$(m=\d{1,5}|[tp]=[1-9])(,(m=\d{1,5}|[tp]=[1-9])){2}\$[A-Za-z0-9+/]{11,100}\$[A-Za-z0-9+/]{16,100}$' then
    raise exception using errcode = 'data_exception', message = 'the hash of a password is not one of ours';
  end if;
  return p_hash;
end $$;
comment on function app.staging_hash is
  'The hash of a password that came from outside; 22000 for one that another program made, or that would cost too much to check';
