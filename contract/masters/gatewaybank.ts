import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { optionsPage } from '../fields.ts';
import { active, code, text } from '../record-fields.ts';
import { defineRecord } from '../record.ts';
import { optionSchema } from '../shared.ts';

/** The banks of the payment gateway, which identifies each by its own code. */
export const gatewayBank = defineRecord({
  name: 'gatewaybank',
  plural: 'gateway banks',
  endpoint: 'gatewaybank_a.php',
  right: 'GATEWAYBANK',
  source: 'docs/readings.md: gateway bank',
  stepUp: 'bank',
  wire: 'gbk_',
  title: 'name',
  fields: {
    name: text({
      label: 'Bank',
      required: true,
      maxChars: 100,
      list: 280,
      sheet: 40,
      example: 'State Bank of India',
    }),
    code: code({
      label: 'Gateway code',
      required: true,
      maxChars: 20,
      unique: 'This gateway code is already in the list.',
      list: 140,
      sheet: 14,
      example: '3044',
    }),
    active: active(),
  },
});

export const gatewayBankList = defineCall({
  endpoint: 'cashfree_a.php',
  action: 'cashfreebanklist',
  summary: 'Active gateway banks: the code of the gateway and the name.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: '000 §7',
  assumed: true,
  args: { page: optionsPage() },
  reply: z.array(optionSchema),
});
