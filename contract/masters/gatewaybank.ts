import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { bit, flag, optionsPage } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';
import { optionSchema } from '../shared.ts';

/** The banks of the payment gateway. */

const gatewayBankRow = {
  gbk_srno: z.int(),
  gbk_name: z.string(),
  gbk_code: z.string(),
  gbk_active: bit,
} as const;
const gatewayBankRowSchema = z.object(gatewayBankRow);
const gatewayBankInputSchema = z.object({
  gbk_name: z.string(),
  gbk_code: z.string(),
  gbk_active: z.optional(flag),
});

export type GatewayBankRow = z.infer<typeof gatewayBankRowSchema>;
export type GatewayBankInput = z.infer<typeof gatewayBankInputSchema>;

const declaration = {
  endpoint: 'gatewaybank_a.php',
  key: 'GATEWAYBANK',
  source: 'docs/readings.md: gateway bank',
  plural: 'gateway banks',
  row: gatewayBankRowSchema,
  detail: z.object({ ...gatewayBankRow, ...changedShape }),
  stepUp: 'bank',
  written: gatewayBankInputSchema,
} as const;

export const gatewayBank = { ...defineMaster(declaration), ...defineMasterImport(declaration) };

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
