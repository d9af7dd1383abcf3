import { expect } from '@playwright/test'
import { createMember } from '#e2e/desk.ts'
import { withServer as test } from '#e2e/server.ts'
import { findFirefox, findWebKit } from '#rehearsals/find-browsers.ts'
import { browse, expectNoErrors, signInToDesk } from './browsers-journey.ts'
import type { BrowserTab } from './tab.ts'
import { openFirefox, plainHttpHost } from './tab-firefox.ts'
import { openWebKit } from './tab-webkit.ts'

const firefox = findFirefox()
const webkit = findWebKit()
const local = (url: string) => url
const named = (url: string) => url.replace('127.0.0.1', plainHttpHost)

// These tests add a host, so they need their own server.
test.use({ settings: { PARTNERS_EMAIL: 'browsers@provider.example' } })

type BrowserCase = [name: string, address: (url: string) => string, open: (() => Promise<BrowserTab>) | undefined]

const inFirefox = firefox ? () => openFirefox(firefox) : undefined
const browsers: BrowserCase[] = [
  ['Firefox', local, inFirefox],
  ['WebKitGTK', local, webkit ? () => openWebKit(webkit) : undefined],
  ['Firefox on a host name without https', named, inFirefox],
]

for (const [name, address, open] of browsers) {
  test(`opens views, sends a message, books an available time and signs in to the desk in ${name}`, async ({
    server,
    folder,
    stored,
  }) => {
    test.setTimeout(120_000)
    if (!open) throw new Error(`${name} is not installed.`)
    const [tab, anna] = await Promise.all([open(), createMember({ folder, url: server.url }, 'owner', 'Anna')])
    try {
      await stored.oneHost()
      const url = address(server.url)
      const wanted = await browse(tab, url, stored)
      await expectNoErrors(tab, stored, () => signInToDesk(tab, url, anna, wanted))
      expect(await tab.faults()).toEqual([])
    } finally {
      await tab.close()
    }
  })
}
