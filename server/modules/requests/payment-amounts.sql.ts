/** How far a request is paid (domain/requests/payment-amounts.ts), for a statement that reads the request or a view of it as `r`. */

/** The sums of its payment lines. Join it to the request. */
export const PAYMENT_SUMS = `cross join lateral (
  select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
    coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
  from requests.payment_line_ref p where p.request = r.srno
) as pay`;

export const AGREED = 'pay.agreed::text';
/** What the payment lines lack; negative if they are more than the grand total. */
export const LACKING = '(r.grand_total - pay.entered)';
/** The cash of a collection is paid when the notes are collected, so it is open until then. */
const openOf = (submitted: string) =>
  `(${LACKING} + case when ${submitted} and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
    then pay.cash else 0 end)::text`;
export const OPEN = openOf('r.submitted');
/** Of a stop, which is always submitted. */
export const OPEN_AT_STOP = openOf('true');
