import { formatRupees } from '#domain/numbers.ts';
import { html, type Html } from '#server/platform/html.ts';
import type { Behaviour } from './behaviour.ts';
import type { Link } from './ledger.ts';

const STYLE = html`<style>
  :root {
    color-scheme: light dark;
    --line: #8886;
    --accent: #14532d;
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    font:
      15px/1.5 system-ui,
      sans-serif;
  }
  header {
    padding: 10px 16px;
    border-bottom: 3px solid var(--accent);
  }
  header h1 {
    margin: 0;
    font-size: 17px;
  }
  main {
    max-width: 760px;
    margin: 0 auto;
    padding: 16px;
  }
  .payer {
    max-width: 420px;
  }
  label {
    display: block;
    margin: 12px 0;
  }
  input:not([type='checkbox']),
  select {
    display: block;
    width: 100%;
    padding: 8px;
    font: inherit;
  }
  button {
    padding: 8px 16px;
    margin: 4px 8px 4px 0;
    font: inherit;
  }
  button.main {
    background: var(--accent);
    color: #fff;
    border: 1px solid var(--accent);
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 6px 8px 6px 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    overflow-wrap: anywhere;
  }
  .grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(200px, 1fr));
    gap: 0 16px;
  }
  [role='alert'] {
    padding: 8px 12px;
    border: 1px solid #b91c1c;
  }
</style>`;

const page = (title: string, main: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE}
      </head>
      <body>
        <header><h1>${title}</h1></header>
        ${main}
      </body>
    </html> `.toString();

const TITLE = 'Payment gateway, simulated';

export const missingPage = (): string => page(TITLE, html`<main><p>There is no such page.</p></main>`);

const ENDED: Readonly<Record<string, string>> = {
  PAID: 'This link is paid.',
  CANCELLED: 'This link is cancelled.',
  EXPIRED: 'This link has expired.',
};

/** The page of a payer who has opened the link. */
export function payerPage(link: Link, message?: string): string {
  const { link_amount, link_purpose, link_id, customer_details } = link.asked;
  const amount = formatRupees(link_amount.toFixed(2));
  const alert = message === undefined ? '' : html`<p role="alert">${message}</p>`;
  const form = html`<form method="post">
    <label
      >Account number
      <input
        name="account"
        autocomplete="off"
        value="${customer_details.customer_bank_account_number ?? ''}" /></label
    ><label
      >IFSC
      <input name="ifsc" autocomplete="off" value="${customer_details.customer_bank_ifsc ?? ''}" /></label
    ><button class="main" name="deed" value="pay">Pay ${amount}</button
    ><button name="deed" value="fail">Fail</button><button name="deed" value="drop">Abandon</button>
  </form>`;
  return page(
    TITLE,
    html`<main class="payer">
      <p>${link_purpose}<br /><small>Order ${link_id}</small></p>
      <p><strong>${amount}</strong></p>
      ${alert} ${link.status === 'ACTIVE' ? form : html`<p>${ENDED[link.status] ?? ''}</p>`}
      <p><small>No money moves here: this page stands for the bank of the payer.</small></p>
    </main>`,
  );
}

const choice = (label: string, name: string, words: Readonly<Record<string, string>>, now: string) =>
  html`<label
    >${label}
    <select name="${name}">
      ${Object.entries(words).map(
        ([word, said]) =>
          html`<option value="${word}" ${word === now ? html`selected` : ''}>${said}</option>`,
      )}
    </select></label
  >`;
const figure = (label: string, name: string, now: number) =>
  html`<label>${label} <input type="number" min="0" name="${name}" value="${now}" /></label>`;
const tick = (label: string, name: string, now: boolean) =>
  html`<label><input type="checkbox" name="${name}" ${now ? html`checked` : ''} /> ${label}</label>`;

/** The list of links, and the settings of the gateway's behaviour. */
export function overviewPage(links: readonly Link[], behaviour: Behaviour): string {
  const rows = [...links].reverse().map(
    (link) =>
      html`<tr>
        <td><a href="/links/${link.key}">${link.asked.link_id}</a></td>
        <td>${formatRupees(link.asked.link_amount.toFixed(2))}</td>
        <td>${link.status}</td>
        <td>${link.payments.map(({ payment_status }) => payment_status).join(', ')}</td>
      </tr>`,
  );
  return page(
    TITLE,
    html`<main>
      <p>It signs, checks accounts and fails as the real one does. No money moves.</p>
      <h2>How it behaves</h2>
      <form method="post" action="/behaviour">
        <div class="grid">
          ${choice(
            'The API',
            'api',
            { up: 'works', down: 'is down', slow: 'is slow', deaf: 'does as asked, answers nothing' },
            behaviour.api,
          )}
          ${figure('Slow answers take (ms)', 'slowMs', behaviour.slowMs)}
          ${choice(
            'Idempotency keys',
            'keys',
            { kept: 'are honoured', forgotten: 'are forgotten' },
            behaviour.keys,
          )}
          ${choice('Webhooks', 'webhooks', { sent: 'are sent', dropped: 'are lost' }, behaviour.webhooks)}
          ${figure('Webhooks come later by (ms)', 'delayMs', behaviour.delayMs)}
          ${figure('Each webhook is sent (times)', 'times', behaviour.times)}
          ${tick('A forged webhook goes before each', 'forge', behaviour.forge)}
          ${tick('Every payment is booked twice', 'twice', behaviour.twice)}
        </div>
        <button class="main">Set</button>
      </form>
      <h2>Links</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Amount</th>
            <th scope="col">State</th>
            <th scope="col">Payments</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </main>`,
  );
}
