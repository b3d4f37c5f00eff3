import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { optionsPage } from '../fields.ts';
import { active, text } from '../record-fields.ts';
import { defineRecord } from '../record.ts';
import { optionSchema } from '../shared.ts';

/** The purpose master: the reasons for which customers buy or sell money. */
export const purpose = defineRecord({
  name: 'purpose',
  plural: 'purposes',
  endpoint: 'purpose_a.php',
  right: 'PURPOSE',
  source: '002 §7; docs/readings.md: purpose',
  wire: 'pur_',
  title: 'name',
  fields: {
    value: text({
      label: 'Value',
      required: true,
      maxChars: 20,
      unique: 'This value is already taken by another purpose.',
      list: 140,
      sheet: 12,
      example: 'BT',
    }),
    name: text({
      label: 'Purpose',
      required: true,
      maxChars: 100,
      unique: 'This purpose is already in the list.',
      list: 280,
      sheet: 40,
      example: 'Business travel',
    }),
    active: active(),
  },
});

export const purposesForAudit = defineCall({
  endpoint: 'purpose_a.php',
  action: 'ddlistjsontt',
  summary: 'Active purposes by value and name, as the audit picks them.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: '002 §7',
  args: { page: optionsPage() },
  reply: z.array(optionSchema),
});
