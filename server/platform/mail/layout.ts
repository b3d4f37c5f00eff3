import { html } from '../html.ts';
import type { Html } from '../html.ts';

/** The result of every template: the same letter as HTML and as plain text. */
export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The common layout of all mails. Mail clients support tables and inline styles, and little else. */
export function letter(business: string, title: string, body: Html): string {
  const sheet = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body
        style="margin:0;padding:24px;background:#f3f4f2;color:#1c211e;font:15px/1.5 Arial,Helvetica,sans-serif"
      >
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center">
              <table
                role="presentation"
                width="560"
                cellpadding="0"
                cellspacing="0"
                style="max-width:100%;background:#ffffff;border:1px solid #dfe3df"
              >
                <tr>
                  <td
                    style="padding:16px 32px;border-bottom:3px solid #14532d;font-weight:bold;color:#14532d"
                  >
                    ${business}
                  </td>
                </tr>
                <tr>
                  <td style="padding:24px 32px">
                    <h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${title}</h1>
                    ${body}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return sheet.toString();
}

/** A button that is only a link, for clients that show no styles. */
export function linkButton(url: string, label: string): Html {
  return html`<p style="margin:24px 0">
    <a
      href="${webAddress(url)}"
      style="display:inline-block;padding:10px 20px;background:#14532d;color:#ffffff;text-decoration:none;font-weight:bold"
      >${label}</a
    >
  </p>`;
}

/** Rejects a link that would run a script instead of opening a page. */
export function webAddress(url: string): string {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('a mail links only to web pages');
  return url;
}
