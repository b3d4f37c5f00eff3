import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyHelmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ExtraRule } from '#domain/password.ts';
import { readHeads } from './heads.ts';
import { escapeHtml } from '../html.ts';
import { REPORT_STYLE_SOURCE } from '../report/style.ts';

const NONCE_MARK = '__NONCE__';
const POLICY_MARK = '__PASSWORD_POLICY__';
const FOUR_EYES_MARK = '__FOUR_EYES__';
const PROVIDER_MARK = '__SIGN_IN_PROVIDER__';
const HEAD_MARK = '<!-- preloads -->';
const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;

/** The service worker of the build. It may only fetch from its own origin, and a browser must always ask for a newer one. */
const WORKER = 'sw.js';
const WORKER_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': `default-src 'none'; connect-src 'self'; frame-ancestors 'none'`,
};

/** The few files with a fixed name beside the page: the icons, the manifest, the OpenAPI file. */
async function namedFiles(webDir: string): Promise<string[]> {
  const entries = await readdir(webDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:svg|png|ico|webmanifest)$|^openapi\.json$/.test(entry.name))
    .map(({ name }) => name);
}

/** The settings that the page shows. */
interface PageSettings {
  readonly passwordPolicy: readonly ExtraRule[];
  readonly fourEyes: boolean;
  /** The identity provider on the sign-in page; empty if there is none. */
  readonly providerName: string;
}

/** Serves the built web: files with hashed names are cached forever, and one page serves every path. */
export async function serveWeb(
  web: FastifyInstance,
  webDir: string,
  { passwordPolicy, fourEyes, providerName }: PageSettings,
): Promise<void> {
  const written = await readFile(join(webDir, 'index.html'), 'utf8');
  const page = written
    .replace(POLICY_MARK, passwordPolicy.join(' '))
    .replace(FOUR_EYES_MARK, fourEyes ? 'on' : 'off')
    .replace(PROVIDER_MARK, () => escapeHtml(providerName));
  const headOf = await readHeads(webDir);
  const policy = (nonce: string) =>
    [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self' 'nonce-${nonce}' ${REPORT_STYLE_SOURCE}`,
      `img-src 'self' data: blob:`,
      `font-src 'self'`,
      `connect-src 'self'`,
      `frame-src 'self' blob:`,
      `manifest-src 'self'`,
      `worker-src 'self'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
    ].join('; ');

  await web.register(fastifyHelmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: { maxAge: YEAR_SECONDS, includeSubDomains: true },
  });
  await web.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: YEAR_SECONDS * 1_000,
    preCompressed: true,
    index: false,
  });
  for (const name of await namedFiles(webDir))
    web.get(`/${name}`, async (_request, reply) =>
      reply.sendFile(name, webDir, { maxAge: HOUR_SECONDS * 1_000, immutable: false }),
    );
  web.get(`/${WORKER}`, async (_request, reply) =>
    reply.headers(WORKER_HEADERS).sendFile(WORKER, webDir, { cacheControl: false }),
  );
  web.get('/*', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce))
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=(self), screen-wake-lock=(self)')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        page
          .replaceAll(NONCE_MARK, nonce)
          .replace(HEAD_MARK, () => headOf(request.url.split('?', 1)[0] ?? '')),
      );
  });
}
