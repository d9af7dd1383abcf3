import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brand } from '#content/brand.ts'
import { home } from '#content/home.ts'
import { navigation } from '#content/navigation.ts'
import { callLabels } from '#content/strategy-call.ts'
import { type ViewId, views } from '#content/views.ts'
import { heroButton } from '#e2e/booking.ts'
import { expectNoShift, expectSeparate, overflow, watchShifts } from '#e2e/layout.ts'
import { addressOf, waitForHydration } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

/* Simulates a machine without Arial or an equivalent. The machine's only font is DejaVu, the widest of the common fonts. */
const fonts = '/usr/share/fonts/truetype/dejavu'
const folder = mkdtempSync(join(tmpdir(), 'backline-fonts-'))
const fontList = join(folder, 'fonts.conf')
writeFileSync(fontList, `<fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`)
// DejaVu comes with Debian's Chromium; a machine with another browser may not have the font.
test.skip(!existsSync(fonts), 'DejaVu is not installed in Debian’s font folder.')
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, env: { ...process.env, FONTCONFIG_FILE: fontList } as Record<string, string> }),
})

test('shows the display font in each view without a layout shift if a machine has only DejaVu fonts', async ({
  page,
}) => {
  await watchShifts(page)
  for (const [width, height, asked] of [
    [320, 640, ['home', 'contact']],
    [360, 640, ['home', 'services']],
    [390, 844, ['roi-calculator']],
    [1440, 900, ['home', 'success-kit']],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const view of asked as readonly ViewId[]) {
      const said = `${view} in ${width} by ${height}`
      await page.goto(addressOf(view))
      await waitForHydration(page)
      await expectNoShift(page, said)
      expect(await overflow(page), said).toBe(0)
      const { back } = views[view]
      const bar = page.getByRole('banner')
      const names = [...(back ? [brand.name, back.label] : []), ...navigation.top.map(({ label }) => label)]
      const links = names.map((name) => bar.getByRole('link', { name, exact: true }))
      // On a phone, the home view has this button only in the hero.
      const call = bar.getByRole('button', { name: callLabels.short, exact: true })
      await expectSeparate(page, back || width > 640 ? [...links, call] : links, said)
      if (back || width === 320) continue
      for (const words of [home.hero.title, home.hero.offer.now])
        await expect(page.getByRole('main').getByText(words), said).toBeInViewport({ ratio: 1 })
      await expect(heroButton(page), said).toBeInViewport({ ratio: 1 })
    }
  }
})
