import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { bankPayment, pricedRequest, unpricedRequest } from '#tools/testing/requests.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(['sales.mum']);
});
afterAll(() => desk.close());

/** Totals in paise, computed independently of the product's code. */
function inPaise(type: string, lines: readonly (readonly [string, string])[], added: bigint, tcs: bigint) {
  const scaled = (text: string, places: number) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  };
  const halfUp = (value: bigint, by: bigint) =>
    value < 0n ? -((-value * 2n + by) / (2n * by)) : (value * 2n + by) / (2n * by);
  const forex = lines.reduce(
    (sum, [qty, rate]) => sum + halfUp(scaled(qty, 2) * scaled(rate, 8), 10n ** 10n) * 100n,
    0n,
  );
  const lakh = 10_000_000n;
  let fee = 0n;
  if (forex > 10n * lakh) fee = 550_000n + halfUp(forex - 10n * lakh, 1_000n);
  else if (forex > lakh) fee = 100_000n + halfUp(forex - lakh, 200n);
  else if (forex > 0n) fee = halfUp(forex, 100n);
  if (forex > 0n) fee = fee < 25_000n ? 25_000n : fee > 6_000_000n ? 6_000_000n : fee;
  const other = fee + added;
  const gst = halfUp((forex + other) * 18n, 100n);
  const taxed = type === 'SP' ? tcs : 0n;
  const unrounded = type.startsWith('S') ? forex + other + gst + taxed : forex - other - gst - taxed;
  const grand = halfUp(unrounded, 100n) * 100n;
  const text = (paise: bigint) => {
    const digits = String(paise < 0n ? -paise : paise).padStart(3, '0');
    return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  return {
    reqFxTotal: text(forex),
    reqOthChrg: text(other),
    reqGst: text(gst),
    reqTcs: text(taxed),
    reqRoundOff: text(grand - unrounded),
    reqGrandTotal: text(grand),
  };
}

const LINES: readonly (readonly (readonly [string, string])[])[] = [
  [['500', '88.4567']],
  [['0.5', '0.005319'], ['250000', '0.005319']],
  [['1130.75', '88.4567'], ['99.99', '102.6123'], ['1', '0.5']],
  [['99999.99', '116.4821']],
]; // prettier-ignore
const CASES = (['SP', 'SB', 'PP', 'PB'] as const).flatMap((type) =>
  (['IN', 'DEL'] as const).flatMap((handover) =>
    (['CASH', 'BANK', 'SPR', 'LINK', 'MIXED'] as const)
      .filter((payment) => payment !== 'LINK' || type.startsWith('S'))
      .map(
        (payment, index) =>
          [type, handover, payment, LINES[(index + type.length) % LINES.length] ?? []] as const,
      ),
  ),
);

describe('totals of every type, hand-over and payment (001 §9)', () => {
  it.each(CASES)('%s %s %s', async (type, handover, payment, lines) => {
    const totals = inPaise(type, lines, 12_345n, 99_950n);
    const grand = totals.reqGrandTotal;
    const half = String(Math.floor(Number(grand) / 2));
    const rest = (Number(grand) - Number(half)).toFixed(2);
    const payments = {
      CASH: [{ paytype: 'CASH', payamnt: grand }],
      BANK: [bankPayment(grand)],
      SPR: [{ paytype: 'SPR', payamnt: grand, refnum: 'As agreed' }],
      LINK: [],
      MIXED: [{ paytype: 'CASH', payamnt: half }, bankPayment(rest)],
    }[payment];
    const record = {
      ...unpricedRequest(type, {
        reqHandOver: handover,
        reqDeliveryExecutive: handover === 'DEL' ? 'E111' : '',
        reqProductData: lines.map(([qty, rate]) => ({ product: 'CN', isd: 'USD', qty, rate })),
        reqPaymentData: payments,
        reqPaymentLink: payment === 'LINK' ? 1 : 0,
      }),
      ...totals,
    };
    const { json } = await desk.save(record);
    expect(json).toMatchObject({ err: '' });
    const { detail, payment: shown } = await desk.detailOf(json.srno);
    expect(detail).toMatchObject({
      req_forextotal: totals.reqFxTotal,
      req_othchrg: totals.reqOthChrg,
      req_gst: totals.reqGst,
      req_tcs: totals.reqTcs,
      req_roundoff: totals.reqRoundOff,
      req_grandtotal: grand,
      req_paymentrecv: payment === 'LINK' ? '0.00' : grand,
      req_handover: handover,
      req_deliveryexecutive: handover === 'DEL' ? 'E111' : '',
      req_submitted: 1,
    });
    expect(shown.map(({ paytype }) => paytype)).toEqual(payments.map(({ paytype }) => paytype));
  });

  it('follow the scheme on the day of the request, to the paisa', async () => {
    const draft = (await desk.save(pricedRequest('SP', { reqDraftFinal: 'D' }))).json.srno as number;
    await desk.sql(`insert into requests.tax_start (starts_on, scheme) values ('2020-01-01', 'RULE32')`);
    expect((await desk.save(pricedRequest('SP'))).json.err).toBe('Payment does not tally. Please check.');
    const { json } = await desk.save(pricedRequest('SP', {}, 'RULE32'));
    expect((await desk.detailOf(json.srno)).detail).toMatchObject({ req_scheme: 'RULE32', req_gst: '79.61' });
    expect((await desk.detailOf(draft)).detail.req_scheme).toBe('FULL');
    await desk.sql(`delete from requests.tax_start where scheme = 'RULE32'`);
  });

  it('Final stamps the inter-bank rate of the day on each line, a draft does not', async () => {
    const { json } = await desk.save(pricedRequest('SP'));
    const [line] = await desk.sql<{ same: boolean }>(
      `select l.ibr = i.rate as same from requests.product_line l join rates.ibr_in_force i on i.code = l.isd
       where l.request = $1 order by i.day desc limit 1`,
      [json.srno],
    );
    expect(line).toEqual({ same: true });
    const draft = await desk.save(pricedRequest('SP', { reqDraftFinal: 'D' }));
    expect(
      await desk.sql('select ibr from requests.product_line where request = $1', [draft.json.srno]),
    ).toEqual([{ ibr: null }]);
  });
});
