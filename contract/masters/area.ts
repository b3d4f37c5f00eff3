import { active, referencesById, text } from '../record-fields.ts';
import { defineRecord } from '../record.ts';

/** The area master: zones that group branches. A row has the branches in the caller's reach. */
export const area = defineRecord({
  name: 'area',
  plural: 'areas',
  endpoint: 'area_a.php',
  right: 'AREA',
  source: '000 §2.4, §6; docs/readings.md: area',
  wire: 'are_',
  title: 'name',
  fields: {
    name: text({
      label: 'Area',
      required: true,
      maxChars: 50,
      unique: 'This area is already in the list.',
      list: 160,
      sheet: 28,
      example: 'West',
    }),
    branches: referencesById({
      shownAs: 'branchNames',
      label: 'Branches',
      list: 320,
      sheet: 60,
      ids: { header: 'Branch ids', sheet: 40 },
      example: 'MUM, PUN',
    }),
    active: active(),
  },
});
