create or replace function app.side_sign(p_side text)
returns integer
language sql immutable as $$
  select case p_side when 'debit' then 1 else -1 end
$$;
comment on function app.side_sign is 'The factor that makes a sum of signed amounts a balance: positive on the normal side';
