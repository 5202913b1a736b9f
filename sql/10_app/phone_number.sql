create or replace function app.phone_number(p_text text, p_country text)
returns text
language plpgsql immutable as $$
declare
  v_text text := p_text;
  v_home jsonb := app.phone_plan(p_country);
  v_found text;
  v_code text;
  v_plan jsonb;
  v_national text;
begin
  if length(v_text) > 60 then return null; end if;
  if v_text !~ '^[ -~]*$' then
    v_text := translate(normalize(v_text, NFKC), '‐‑‒–—−', '------');
  end if;
  v_text := regexp_replace(regexp_replace(v_text, '^\s*tel:', '', 'i'), '[\s().\/-]', '', 'g');
  if v_text !~ '^\+?[0-9]{3,25}$' then return null; end if;
  if v_text !~ '^\+' then
    v_found := substring(v_text from '^(?:' || coalesce((v_home->>'idd') || '|', '') || '00)');
    v_text := case when v_found is null then v_text
      else '+' || substr(v_text, length(v_found) + 1) end;
  end if;

  if v_text ~ '^\+' then
    -- No code is the beginning of another one.
    for v_length in 1 .. 3 loop
      v_code := substr(v_text, 2, v_length);
      exit when app.phone_plan('+' || v_code) is not null;
      v_code := null;
    end loop;
    if v_code is null then return null; end if;
    v_plan := app.phone_plan(app.phone_plan('+' || v_code)->>0);
    v_national := substr(v_text, length(v_code) + 2);
  else
    if v_home is null then return null; end if;
    v_plan := v_home;
    v_code := v_home->>'code';
    v_national := v_text;
  end if;
  v_national := app.phone_national(v_plan, v_national);
  return case when length(v_code || v_national) <= 15 and exists (
      select 1 from jsonb_array_elements_text(app.phone_plan('+' || v_code)) c
      where app.phone_fits(app.phone_plan(c), v_national))
    then '+' || v_code || v_national end;
end $$;
comment on function app.phone_number is
  'A phone number that can be dialled from everywhere (E.164), as it is kept, compared and called: '
  'without what is dialled only at home, as in +49 (0)30. A number without a code is one of '
  'p_country (ISO 3166, or null). Null for anything else, for an extension, and for a number that '
  'no country gives out';
