import { active, reference, text } from '../record-fields.ts';
import { defineRecord } from '../record.ts';

/** The state master. Every state belongs to a country. */
export const state = defineRecord({
  name: 'state',
  plural: 'states',
  endpoint: 'state_a.php',
  right: 'STATE',
  source: '000 §2.5, §3, §5, §7',
  wire: 'sta_',
  title: 'name',
  fields: {
    name: text({
      label: 'State',
      required: true,
      maxChars: 50,
      unique: 'This state is already in the list of its country.',
      list: 220,
      sheet: 28,
      example: 'Maharashtra',
    }),
    country: reference({
      shownAs: 'countryName',
      label: 'Country',
      required: true,
      list: 200,
      sheet: 28,
      example: 'India',
    }),
    active: active(),
  },
  narrowedBy: ['country'],
});
