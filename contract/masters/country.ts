import { requiredActive, requiredYesNo, text } from '../record-fields.ts';
import { defineRecord } from '../record.ts';

/** The country master. */
export const country = defineRecord({
  name: 'country',
  plural: 'countries',
  endpoint: 'country_a.php',
  right: 'COUNTRY',
  source: '000 §2.5, §3, §5, §7',
  wire: 'cnt_',
  title: 'name',
  fields: {
    name: text({
      label: 'Country',
      required: true,
      maxChars: 50,
      unique: 'This country is already in the list.',
      list: 200,
      sheet: 28,
      example: 'India',
    }),
    nationality: text({
      label: 'Nationality',
      required: true,
      maxChars: 50,
      list: 160,
      sheet: 24,
      example: 'Indian',
    }),
    swiftCode: text({
      label: 'Swift code',
      required: true,
      maxChars: 10,
      list: 104,
      sheet: 12,
      example: 'IN',
    }),
    /** Whether it is on a list of the FATF. */
    fatf: requiredYesNo({ label: 'FATF', list: 72, sheet: 8 }),
    active: requiredActive(),
  },
});
