create or replace function app.regex_size(p_pattern text)
returns double precision
language plpgsql immutable as $$
declare
  v_sums double precision[] := '{0}';  -- of the groups that are open
  v_last double precision := 0;
  v_part text;
  v_times double precision;
begin
  while p_pattern <> '' loop
    v_part := left(p_pattern, 1);
    if v_part = '\' then
      v_part := left(p_pattern, 2);
    elsif v_part = '[' then
      v_part := coalesce(substring(p_pattern from '^\[\^?\]?(?:\[:\w*:\]|[^\]])*\]'), v_part);
    elsif v_part = '{' then
      v_part := coalesce(substring(p_pattern from '^\{\d+(?:,\d*)?\}'), v_part);
    end if;
    p_pattern := substr(p_pattern, length(v_part) + 1);
    continue when v_part in ('*', '+', '?', '|', '^', '$');
    if v_part = '(' then
      v_sums := v_sums || 0::double precision;
      continue;
    elsif v_part = ')' and cardinality(v_sums) > 1 then
      v_last := v_sums[cardinality(v_sums)];
      v_sums := trim_array(v_sums, 1);
    elsif v_part ~ '^\{.' then
      select max(n[1]::double precision) - 1 into v_times from regexp_matches(v_part, '\d+', 'g') n;
      v_times := greatest(v_times, 0) + (v_part like '%,}')::integer;
      v_sums[cardinality(v_sums)] := v_sums[cardinality(v_sums)] + v_last * v_times;
      v_last := v_last * (v_times + 1);
      continue;
    else
      v_last := 1;
    end if;
    v_sums[cardinality(v_sums)] := v_sums[cardinality(v_sums)] + v_last;
  end loop;
  return (select sum(s) from unnest(v_sums) s);
end $$;
comment on function app.regex_size is
  'How many characters and classes a pattern has with its counted repetitions written out: what '
  'preparing and matching it grow with';
