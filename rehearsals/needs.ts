import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '#tools/prepare/find-program.ts'
import { chromium, type TestRequirement } from '#tools/prepare/requirements.ts'
import { debianBin } from '#tools/testing/postgres-server.ts'
import { findFirefox, findWebKit, findWindowedChromium } from './find-browsers.ts'
import { installVersion, missingVersions } from './postgres-versions.ts'

const programNeed = (
  title: string,
  packages: readonly string[],
  names: readonly string[] = packages,
): TestRequirement => ({
  title,
  packages,
  isThere: () => names.every((name) => findProgram(name)),
})

/** Programs that slow tests need in addition to npm packages. */
export const needs = {
  chromium,
  'windowed chromium': {
    title: 'Chromium (not headless)',
    packages: ['chromium'],
    isThere: () => findWindowedChromium() !== undefined,
  },
  firefox: { title: 'Firefox', packages: ['firefox-esr'], isThere: () => findFirefox() !== undefined },
  webkit: {
    title: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    isThere: () => findWebKit() !== undefined,
  },
  postgresql: {
    title: 'PostgreSQL 15',
    packages: ['postgresql'],
    isThere: () => existsSync(join(debianBin, 'initdb')),
  },
  'postgresql 16 and 17': {
    title: 'PostgreSQL 16 and 17',
    packages: [],
    isThere: () => missingVersions().length === 0,
    otherwise: async () => {
      for (const version of missingVersions()) await installVersion(version)
    },
  },
  pgbouncer: programNeed('PgBouncer', ['pgbouncer']),
  pgbackrest: programNeed('pgBackRest', ['pgbackrest']),
  radicale: programNeed('Radicale', ['radicale']),
  dovecot: programNeed('Dovecot', ['dovecot-imapd'], ['dovecot']),
  recurringEvents: {
    title: 'python-recurring-ical-events',
    packages: ['python3-recurring-ical-events'],
    isThere: () => existsSync('/usr/lib/python3/dist-packages/recurring_ical_events.py'),
  },
  libreoffice: programNeed('LibreOffice', ['libreoffice-writer', 'libreoffice-calc'], ['soffice']),
  caddy: programNeed('Caddy and OpenSSL', ['caddy', 'openssl']),
  nginx: programNeed('nginx', ['nginx']),
  prometheus: programNeed(
    'Prometheus and Alertmanager',
    ['prometheus', 'prometheus-alertmanager'],
    ['prometheus', 'promtool', 'prometheus-alertmanager', 'amtool'],
  ),
  machines: programNeed(
    'debootstrap and systemd-nspawn',
    ['debootstrap', 'systemd-container'],
    ['debootstrap', 'systemd-nspawn'],
  ),
  systemd: programNeed('systemd-analyze', ['systemd'], ['systemd-analyze']),
} as const satisfies Record<string, TestRequirement>

export type NeedName = keyof typeof needs
