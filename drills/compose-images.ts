import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '#tools/testing/daemon.ts';
import type { DockerDaemon } from './docker-daemon.ts';

const STAND_INS = fileURLToPath(new URL('stand-ins', import.meta.url));
const BASE_MS = 15 * 60_000;
const AUTHORITY_DAYS = '3650';
const CERTIFICATE_DAYS = '90';
/** Where containers find the authorities that they trust beside those of Node. */
const AUTHORITIES = '/usr/local/share/authorities.crt';

const NAMES: Readonly<Record<string, string>> = {
  postgres: 'library/postgres:15-bookworm',
  haproxy: 'library/haproxy:2.8-bookworm',
  clamav: 'clamav/clamav:1.4',
};

/** A certificate authority of the drill, which the containers trust. */
export class Authority {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<Authority> {
    const authority = new Authority(join(folder, 'authority'));
    if (existsSync(join(folder, 'authority/ca.pem'))) return authority;
    await mkdir(join(folder, 'authority'), { recursive: true });
    await runProgram('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', AUTHORITY_DAYS, '-subj', '/CN=Drill'],
      ...['-keyout', authority.#path('ca-key.pem'), '-out', authority.#path('ca.pem')],
    ]);
    return authority;
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  certificate(): Promise<string> {
    return readFile(this.#path('ca.pem'), 'utf8');
  }

  /** A key and a certificate for an address. */
  async issue(address: string): Promise<{ readonly key: string; readonly cert: string }> {
    const [key, request, cert, names] = ['key.pem', 'request.pem', 'cert.pem', 'names'].map((name) =>
      this.#path(name),
    ) as [string, string, string, string];
    await writeFile(names, `subjectAltName=IP:${address}\n`);
    await runProgram('openssl', [
      ...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${address}`],
      ...['-keyout', key, '-out', request],
    ]);
    await runProgram('openssl', [
      ...['x509', '-req', '-in', request, '-CA', this.#path('ca.pem'), '-CAkey', this.#path('ca-key.pem')],
      ...['-CAcreateserial', '-days', CERTIFICATE_DAYS, '-extfile', names, '-out', cert],
    ]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  }
}

/**
 * Puts into the registry of the drill what the page fetches: a small Debian by debootstrap as debian:bookworm-slim, and the
 * stand-ins for the images of others. Images of an earlier run are used again.
 */
export async function pushImages(docker: DockerDaemon, authority: Authority): Promise<void> {
  const { code } = await docker.run('docker image inspect debian:bookworm-slim');
  if (code !== 0) await makeBase(docker, authority);
  const stands = await readdir(STAND_INS);
  for (const name of stands)
    await docker.must(
      `docker build --quiet --file "${STAND_INS}/${name}/Containerfile" --tag stand-in-${name} "${STAND_INS}/${name}"`,
    );
  const pushed = [['debian:bookworm-slim', 'library/debian:bookworm-slim']];
  for (const name of stands) pushed.push([`stand-in-${name}`, NAMES[name] ?? '']);
  for (const [image, target] of pushed)
    await docker.must(
      `docker tag ${image} ${docker.registry}/${target} && docker push --quiet ${docker.registry}/${target}`,
    );
}

/** As small as the official image: without documents, manuals and translations. */
async function makeBase(docker: DockerDaemon, authority: Authority): Promise<void> {
  const root = join(docker.kept, 'base');
  await runProgram('rm', ['-rf', root]);
  // Without a mirror debootstrap takes that of Debian, as apt of this machine does.
  await runProgram('debootstrap', ['--variant=minbase', 'bookworm', root], BASE_MS);
  const own = process.env['NODE_EXTRA_CA_CERTS'];
  const authorities = own === undefined ? '' : await readFile(own, 'utf8');
  await writeFile(join(root, AUTHORITIES), `${authorities}\n${await authority.certificate()}`);
  await docker.must(
    `cd '${root}' && rm -rf var/cache/apt/* var/lib/apt/lists/* usr/share/{doc,man,locale,info}/* var/log/*
     tar --create . | docker import --change 'ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}' - debian:bookworm-slim`,
  );
  await runProgram('rm', ['-rf', root]);
}
