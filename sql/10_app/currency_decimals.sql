create or replace function app.currency_decimals(p_currency text)
returns integer
language sql immutable as $$
  select case
    when p_currency = any ('{BIF,CLP,DJF,GNF,ISK,JPY,KMF,KRW,PYG,RWF,UGX,UYI,VND,VUV,XAF,XOF,XPF}') then 0
    when p_currency = any ('{BHD,IQD,JOD,KWD,LYD,OMR,TND}') then 3
    when p_currency = any ('{CLF,UYW}') then 4
    when p_currency = any ('{AED,AFN,ALL,AMD,ANG,AOA,ARS,AUD,AWG,AZN,BAM,BBD,BDT,BGN,BMD,BND,BOB,BOV,BRL,BSD,
      BTN,BWP,BYN,BZD,CAD,CDF,CHE,CHF,CHW,CNY,COP,COU,CRC,CUP,CVE,CZK,DKK,DOP,DZD,EGP,ERN,ETB,EUR,FJD,FKP,
      GBP,GEL,GHS,GIP,GMD,GTQ,GYD,HKD,HNL,HTG,HUF,IDR,ILS,INR,IRR,JMD,KES,KGS,KHR,KPW,KYD,KZT,LAK,LBP,LKR,
      LRD,LSL,MAD,MDL,MGA,MKD,MMK,MNT,MOP,MRU,MUR,MVR,MWK,MXN,MXV,MYR,MZN,NAD,NGN,NIO,NOK,NPR,NZD,PAB,PEN,
      PGK,PHP,PKR,PLN,QAR,RON,RSD,RUB,SAR,SBD,SCR,SDG,SEK,SGD,SHP,SLE,SOS,SRD,SSP,STN,SVC,SYP,SZL,THB,TJS,
      TMT,TOP,TRY,TTD,TWD,TZS,UAH,USD,USN,UYU,UZS,VED,VES,WST,XCD,XCG,YER,ZAR,ZMW,ZWG}') then 2
  end
$$;
comment on function app.currency_decimals is
  'How many decimals amounts in a currency of ISO 4217 have; null for a code that is no currency in use';
