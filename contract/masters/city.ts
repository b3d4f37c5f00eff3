import { active, reference, text } from '../record-fields.ts';
import { defineRecord } from '../record.ts';

/** The city master. Every city belongs to a state. */
export const city = defineRecord({
  name: 'city',
  plural: 'cities',
  endpoint: 'city_a.php',
  right: 'CITY',
  source: '000 §2.5, §3, §5, §7',
  wire: 'cty_',
  title: 'name',
  fields: {
    name: text({
      label: 'City',
      required: true,
      maxChars: 50,
      unique: 'This city is already in the list of its state.',
      list: 200,
      sheet: 28,
      example: 'Mumbai',
    }),
    state: reference({
      shownAs: 'stateName',
      label: 'State',
      required: true,
      list: 200,
      sheet: 28,
      example: 'Maharashtra',
    }),
    country: reference({
      shownAs: 'countryName',
      label: 'Country',
      required: true,
      list: 160,
      sorts: false,
      sheet: 28,
      example: 'India',
    }),
    active: active(),
  },
  narrowedBy: ['country', 'state'],
});
