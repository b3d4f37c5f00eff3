import { html } from '#server/platform/html.ts';
import type { Html } from '#server/platform/html.ts';
import type { CaughtMail } from './caught.ts';

const STYLE = html`<style>
  :root {
    color-scheme: light dark;
    --line: #8884;
    --accent: #14532d;
    --soft: #14532d18;
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    height: 100vh;
    display: grid;
    grid-template: auto 1fr / minmax(240px, 340px) 1fr;
    font:
      14px/1.45 system-ui,
      sans-serif;
  }
  header {
    grid-column: 1 / -1;
    padding: 10px 16px;
    border-bottom: 3px solid var(--accent);
    display: flex;
    gap: 16px;
    align-items: baseline;
  }
  header h1 {
    margin: 0;
    font-size: 16px;
  }
  nav {
    overflow: auto;
    border-right: 1px solid var(--line);
  }
  nav a {
    display: block;
    padding: 8px 16px;
    border-bottom: 1px solid var(--line);
    color: inherit;
    text-decoration: none;
  }
  nav a[aria-current] {
    background: var(--soft);
    box-shadow: inset 3px 0 var(--accent);
  }
  nav strong {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  small {
    opacity: 0.75;
  }
  main {
    overflow: auto;
    display: flex;
    flex-direction: column;
    min-width: 0;
  }
  dl {
    margin: 0;
    padding: 12px 16px;
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 2px 12px;
    border-bottom: 1px solid var(--line);
  }
  dt {
    opacity: 0.75;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  iframe {
    flex: 1;
    min-height: 420px;
    border: 0;
    background: #fff;
  }
  details {
    padding: 8px 16px;
    border-top: 1px solid var(--line);
  }
  pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  p.empty {
    padding: 16px;
    opacity: 0.75;
  }
  @media (max-width: 700px) {
    body {
      grid-template: auto auto 1fr / 1fr;
    }
    nav {
      max-height: 30vh;
      border-right: 0;
    }
  }
</style>`;

/** The page of the catcher: the mails on the left, the chosen one (or the newest) on the right. */
export function catcherPage(mails: readonly CaughtMail[], chosenId: number): string {
  const chosen = mails.find((mail) => mail.id === chosenId) ?? mails[0];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Mail catcher (${mails.length})</title>
        ${STYLE}
      </head>
      <body>
        <header>
          <h1>Mail catcher</h1>
          <span>${mails.length} kept, none delivered</span><a href="/">Newest</a>
        </header>
        <nav aria-label="Mails">${mails.map((mail) => listEntry(mail, mail === chosen))}</nav>
        <main>
          ${chosen ? mailView(chosen) : html`<p class="empty">No mail yet. What the product sends appears here.</p>`}
        </main>
      </body>
    </html> `.toString();
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
});

function shownTime(mail: CaughtMail): string {
  return `${CLOCK.format(new Date(mail.receivedAt))} IST`;
}

function listEntry(mail: CaughtMail, isChosen: boolean): Html {
  const current = isChosen ? html` aria-current="true"` : '';
  return html`<a href="/?mail=${mail.id}" ${current}
    ><strong>${mail.subject || '(no subject)'}</strong>${mail.to.join(', ')}<br /><small
      >${shownTime(mail)}</small
    ></a
  >`;
}

function mailView(mail: CaughtMail): Html {
  const attachments = mail.attachments.map(
    ({ fileName, mime, bytes }) => html`${fileName} <small>(${mime}, ${bytes} bytes)</small><br />`,
  );
  // Links open in a new tab; scripts, forms and the surrounding page stay out of reach.
  const framed = `<base target="_blank">${mail.html}`;
  return html`<dl>
<dt>Subject</dt><dd><strong>${mail.subject}</strong></dd>
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to.join(', ')}</dd>
<dt>Received</dt><dd>${shownTime(mail)}</dd>
<dt>Message-ID</dt><dd>${mail.messageId}</dd>
${
  attachments.length > 0
    ? html`<dt>Attached</dt>
        <dd>${attachments}</dd>`
    : ''
}
</dl>
${mail.html ? html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>` : ''}
<details${mail.html ? '' : html` open`}><summary>Plain text</summary><pre>${mail.text}</pre></details>`;
}
