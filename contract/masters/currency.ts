import { RATE_PLACES_CHOICES } from '#domain/masters/currency.ts';
import { active, code, reference, text, whole } from '../record-fields.ts';
import { defineRecord } from '../record.ts';

/** The currency master (ISD). */
export const currency = defineRecord({
  name: 'currency',
  plural: 'currencies',
  endpoint: 'isd_a.php',
  right: 'CURRENCY',
  source: '000 §2.5, §3, §5, §7',
  wire: 'isd_',
  title: 'code',
  fields: {
    code: code({
      label: 'Code',
      required: true,
      maxChars: 3,
      shape: { pattern: /^[A-Za-z]{3}$/, message: 'Code must be 3 letters.' },
      unique: 'This currency is already in the list.',
      list: 104,
      sheet: 8,
      example: 'USD',
    }),
    name: text({
      label: 'Currency',
      required: true,
      maxChars: 50,
      list: 200,
      sheet: 28,
      example: 'US Dollar',
    }),
    /** None if the currency does not belong to one country. */
    country: reference({
      shownAs: 'countryName',
      label: 'Country',
      list: 200,
      sheet: 28,
      example: 'United States',
    }),
    flag: code({
      label: 'Flag (country code)',
      maxChars: 2,
      shape: { pattern: /^[A-Za-z]{2}$/, message: 'Flag must be a country code of 2 letters.' },
      sheet: 8,
      header: 'Flag',
      example: 'US',
    }),
    /** The decimals of its rates on cards and in requests. */
    ratePlaces: whole({
      label: 'Decimals of its rates',
      shape: { pattern: /^[234]$/, message: 'Decimals of its rates must be 2, 3 or 4.' },
      numbers: RATE_PLACES_CHOICES,
      blank: '2',
      sheet: 20,
      example: '2',
      mayLackColumn: true,
    }),
    /** Its place in lists of currencies, from 1; none if it follows those with a place. */
    tradeOrder: whole({
      wire: 'order',
      label: 'Order in lists',
      maxChars: 3,
      shape: { pattern: /^[1-9]\d{0,2}$/, message: 'Order in lists must be a number from 1 to 999.' },
      list: 120,
      sheet: 14,
      example: '1',
      mayLackColumn: true,
    }),
    active: active(),
  },
});
