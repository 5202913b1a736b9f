create or replace function app.charts()
returns jsonb
language sql immutable as $$
  -- An account: code, name, and in brackets where its cash flow is not the usual one, or turned for a contra account.
  select jsonb $charts${
    "generic": {"description": "A small company anywhere", "base_currency": "EUR", "accounts": {
      "asset": ["1000 Bank [cash]", "1010 Cash [cash]", "1100 Receivables", "1200 Inventory", "1300 Prepayments", "1400 Input tax",
        "1500 Fixed assets [investing]", "1590 Accumulated depreciation [turned]"],
      "liability": ["2000 Payables", "2050 Owed to employees", "2100 Output tax", "2200 Deferred income", "2300 Loans [financing]"],
      "equity": ["3000 Capital", "3100 Retained earnings", "3200 Drawings [turned]"],
      "revenue": ["4000 Sales", "4100 Services", "4900 Other income", "4950 Exchange gains"],
      "expense": ["5000 Cost of sales", "6000 Wages", "6100 Rent", "6200 Office", "6300 Travel", "6400 Depreciation",
        "6500 Write-offs", "6600 Interest", "6900 Other", "6950 Exchange losses"]},
      "settings": {"receivable": "1100", "payable": "2000", "employee_payable": "2050", "bank": "1000", "revenue": "4000",
        "expense": "6900", "exchange_gain": "4950", "exchange_loss": "6950", "write_off": "6500", "retained_earnings": "3100"}},
    "us-gaap": {"description": "A small company in the United States", "base_currency": "USD", "accounts": {
      "asset": ["1000 Cash [cash]", "1100 Accounts receivable", "1150 Interest receivable", "1200 Inventory", "1250 Supplies",
        "1300 Prepaid expenses", "1500 Equipment [investing]", "1590 Accumulated depreciation [turned]"],
      "liability": ["2000 Accounts payable", "2050 Employee payable", "2100 Accrued liabilities", "2150 Salaries payable",
        "2200 Sales tax payable", "2300 Unearned revenue", "2500 Notes payable [financing]"],
      "equity": ["3000 Common stock", "3100 Additional paid-in capital", "3200 Retained earnings", "3300 Dividends [turned]"],
      "revenue": ["4000 Sales", "4100 Service revenue", "4200 Interest revenue", "4900 Exchange gains"],
      "expense": ["5000 Cost of goods sold", "6000 Salaries", "6100 Rent", "6200 Utilities", "6300 Supplies", "6400 Depreciation",
        "6500 Bad debt", "6600 Interest", "6900 Other", "6950 Exchange losses", "8000 Income tax"]},
      "settings": {"receivable": "1100", "payable": "2000", "employee_payable": "2050", "bank": "1000", "revenue": "4000",
        "expense": "6900", "exchange_gain": "4900", "exchange_loss": "6950", "write_off": "6500", "retained_earnings": "3200"}},
    "de-skr03": {"description": "Ein Auszug für kleine Unternehmen in Deutschland", "base_currency": "EUR", "accounts": {
      "asset": ["0420 Büroeinrichtung [investing]", "1000 Kasse [cash]", "1200 Bank [cash]", "1400 Forderungen",
        "1571 Vorsteuer 7 %", "1576 Vorsteuer 19 %", "1577 Vorsteuer §13b"],
      "liability": ["1600 Verbindlichkeiten", "1740 Löhne und Auslagen", "1771 Umsatzsteuer 7 %", "1776 Umsatzsteuer 19 %",
        "1780 USt-Vorauszahlungen", "1787 Umsatzsteuer §13b"],
      "equity": ["0800 Kapital", "0860 Gewinnvortrag", "1800 Entnahmen [turned]"],
      "revenue": ["2650 Zinserträge", "2660 Kursgewinne", "8120 Erlöse Ausfuhr", "8125 Erlöse innergemeinschaftlich",
        "8300 Erlöse 7 %", "8336 Erlöse §13b", "8400 Erlöse 19 %", "8736 Gewährte Skonti [turned]"],
      "expense": ["2100 Zinsen", "2150 Kursverluste", "2400 Forderungsverluste", "3400 Wareneingang", "4120 Gehälter", "4210 Miete",
        "4240 Energie", "4600 Werbung", "4660 Reisekosten", "4830 Abschreibungen", "4900 Sonstiges", "4910 Porto",
        "4920 Telefon", "4930 Bürobedarf"]},
      "settings": {"receivable": "1400", "payable": "1600", "employee_payable": "1740", "bank": "1200", "revenue": "8400",
        "expense": "4900", "exchange_gain": "2660", "exchange_loss": "2150", "write_off": "2400", "retained_earnings": "0860"},
      "tax_rates": [
        {"code": "USt19", "name": "Umsatzsteuer 19 %", "rate": "19", "category": "standard", "account_id": "1776", "input_account_id": "1576"},
        {"code": "USt7", "name": "Umsatzsteuer 7 %", "rate": "7", "category": "standard", "account_id": "1771", "input_account_id": "1571"},
        {"code": "RC19", "name": "§13b UStG, 19 %", "rate": "19", "category": "reverse_charge", "account_id": "1787",
          "input_account_id": "1577", "exemption_reason": "Steuerschuldnerschaft des Leistungsempfängers"},
        {"code": "IGL", "name": "Innergemeinschaftliche Lieferung", "rate": "0", "category": "intra_community",
          "exemption_reason": "Steuerfreie innergemeinschaftliche Lieferung"},
        {"code": "AUSF", "name": "Ausfuhr", "rate": "0", "category": "export", "exemption_reason": "Steuerfreie Ausfuhrlieferung"},
        {"code": "FREI", "name": "Steuerfrei", "rate": "0", "category": "exempt", "exemption_reason": "Steuerfrei nach §4 UStG"}]}}$charts$
$$;
comment on function app.charts is 'The bundled charts of accounts, as data';
