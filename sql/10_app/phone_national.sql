create or replace function app.phone_national(p_plan jsonb, p_number text)
returns text
language plpgsql immutable as $$
declare
  v_trunk text := p_plan->>'trunk';
  v_groups text[];
  v_last text;
  v_rest text;
begin
  if v_trunk is not null then
    if not starts_with(p_number, v_trunk) then return p_number; end if;
    v_rest := substr(p_number, length(v_trunk) + 1);
  elsif p_plan ? 'prefix' then
    v_groups := regexp_match(p_number, '^(' || (p_plan->>'prefix') || ')');
    if v_groups is null or v_groups[1] = '' then return p_number; end if;
    v_last := v_groups[cardinality(v_groups)];
    v_rest := substr(p_number, length(v_groups[1]) + 1);
    if p_plan ? 'rule' and cardinality(v_groups) > 1 and v_last <> '' then
      v_rest := replace(replace(replace(p_plan->>'rule', '$1', coalesce(v_groups[2], '')),
        '$2', coalesce(v_groups[3], '')), '$3', coalesce(v_groups[4], '')) || v_rest;
    end if;
  else
    return p_number;
  end if;
  -- A number may begin like a prefix.
  return case when app.phone_fits(p_plan, p_number) and not app.phone_fits(p_plan, v_rest)
    then p_number else v_rest end;
end $$;
comment on function app.phone_national is
  'A national number without what is dialled before it inside its country';
