import { active, code, text } from '../record-fields.ts';
import { defineRecord } from '../record.ts';

/** The bank master. */
export const bank = defineRecord({
  name: 'bank',
  plural: 'banks',
  endpoint: 'bank_a.php',
  right: 'BANK',
  source: '000 §7; docs/readings.md: bank',
  stepUp: 'bank',
  wire: 'bnk_',
  title: 'name',
  fields: {
    name: text({
      label: 'Bank',
      required: true,
      maxChars: 100,
      unique: 'This bank is already in the list.',
      list: 280,
      sheet: 40,
      example: 'State Bank of India',
    }),
    code: code({
      label: 'Code',
      maxChars: 20,
      unique: 'This code is already taken by another bank.',
      list: 140,
      sheet: 12,
      example: 'SBI',
    }),
    active: active(),
  },
});
